"""The subcommands of the program `burgrave`; each module adds its parser and runs."""
