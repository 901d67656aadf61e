#!/usr/bin/env python3
"""Activations and their derivatives in 800-digit arithmetic, for the tails where float64 formulas cancel.

Run:  python3 generate_activations.py        (the standard library only)
Writes activations_exact.json beside this script.
"""
import json
import pathlib
from decimal import MAX_EMAX, MIN_EMIN, Decimal, getcontext

getcontext().prec = 800
getcontext().Emax, getcontext().Emin = MAX_EMAX, MIN_EMIN
ZERO, ONE, TWO, HALF = Decimal(0), Decimal(1), Decimal(2), Decimal("0.5")


def arctan_inverse(n):
    x = ONE / n
    total = term = x
    k = 1
    while abs(term) > Decimal(10) ** -805:
        term = -term / (n * n)
        k += 2
        total += term / k
    return total


PI = 4 * (4 * arctan_inverse(5) - arctan_inverse(239))


def sigmoid(z):
    return ONE / (ONE + (-z).exp())


def tanh(z):
    e = (TWO * z).exp()
    return (e - ONE) / (e + ONE)


def erf(x):
    if abs(x) > 28:
        return ONE.copy_sign(x)  # erfc is below the smallest float64
    total = term = x
    k = 0
    while term and abs(term) > Decimal(10) ** -800:
        k += 1
        term = -term * x * x / k
        total += term / (2 * k + 1)
    return TWO * total / PI.sqrt()


def normal_cdf(z):
    return (ONE + erf(z / TWO.sqrt())) / 2


def normal_density(z):
    return (-z * z / 2).exp() / (TWO * PI).sqrt()


def gelu_tanh(z):
    factor, cubic = (TWO / PI).sqrt(), Decimal("0.044715")
    s = sigmoid(TWO * factor * (z + cubic * z**3))
    return z * s, s + z * s * (ONE - s) * TWO * factor * (ONE + 3 * cubic * z * z)


def mish(z):
    e = z.exp()
    n = e * (e + 2)
    t = n / (n + 2)
    return z * t, t + z * (ONE - t * t) * sigmoid(z)


FUNCTIONS = {
    "elu": lambda z: (z, ONE) if z > 0 else (z.exp() - ONE, z.exp()),
    "gelu": lambda z: (z * normal_cdf(z), normal_cdf(z) + z * normal_density(z)),
    "gelu_tanh": gelu_tanh,
    "silu": lambda z: (z * sigmoid(z), sigmoid(z) * (ONE + z * (ONE - sigmoid(z)))),
    "tanh": lambda z: (tanh(z), ONE - tanh(z) ** 2),
    "sigmoid": lambda z: (sigmoid(z), sigmoid(z) * (ONE - sigmoid(z))),
    "softplus": lambda z: ((ONE + z.exp()).ln(), sigmoid(z)),
    "mish": mish,
    "erf": lambda z: (erf(z), TWO / PI.sqrt() * (-z * z).exp()),
}


def main():
    points = [0.0, 1e-300, 1e-16, 1e-9, 1e-4, 0.01, 0.25, 0.5, 1.0, 1.75, 2.5, 4.0, 5.5, 9.0, 16.0, 19.5, 20.5, 26.0, 30.0, 36.0,
              40.5, 64.0, 100.0, 300.0, 650.0]
    xs = [-x for x in reversed(points) if x] + points
    out = {"x": xs}
    for name, function in FUNCTIONS.items():
        pairs = [function(Decimal(x)) for x in xs]
        out[name] = {"y": [float(y) for y, _ in pairs], "dy": [float(dy) for _, dy in pairs]}
    path = pathlib.Path(__file__).parent / "activations_exact.json"
    path.write_text(json.dumps(out).replace('], "', '],\n "') + "\n")


if __name__ == "__main__":
    main()
