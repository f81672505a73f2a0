"""Says whether a figure keeps within its budget."""


def at_most(what, value, limit, unit=""):
    verdict = "within" if value <= limit else "OVER"
    print(f"{verdict:<7}{what}: {value:.2f}{unit}, budget {limit:g}{unit}")


def at_least(what, value, least, unit=""):
    verdict = "within" if value >= least else "UNDER"
    print(f"{verdict:<7}{what}: {value:.0f}{unit}, budget {least:g}{unit}")
