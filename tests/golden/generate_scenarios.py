#!/usr/bin/env python3
"""Whole runs of many scenarios, written from NumPy and PyTorch alone: scenarios.json.

Run:  apt-get install python3-numpy python3-torch && /usr/bin/python3 generate_scenarios.py

Each entry holds the scenario fields that differ from their defaults and the trace that a run of them must have. Sizes are
odd on purpose. Draws follow NumPy's Generator or PyTorch's modules and initialisers, signals and gradients PyTorch's autograd in float64.
"""
import json
import math
import pathlib

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

HERE = pathlib.Path(__file__).parent
DEFAULTS = dict(depth=50, width=256, batch=128, seed=0, stream="numpy", input_mean=0.0, input_std=1.0, block="linear", expansion=4,
                activation="relu", slope=0.01, initialiser="he_normal", gain="auto", weight_std=0.01, weight_value=0.5, bias="none",
                bias_std=0.01, norm="none", norm_placement="pre", norm_eps="auto", groups=8, norm_mode="train", momentum=0.1,
                momentum_convention="pytorch", training_batches=0, residual="none", final_norm=False, loss="sum")

ACTIVATIONS = {
    "identity": lambda z, s: z * 1, "relu": lambda z, s: F.relu(z), "leaky_relu": lambda z, s: F.leaky_relu(z, s), "elu": lambda z, s: F.elu(z),
    "selu": lambda z, s: F.selu(z), "gelu": lambda z, s: 0.5 * z * torch.special.erfc(-z / math.sqrt(2)),  # F.gelu cancels to 0 far below 0
    "gelu_tanh": lambda z, s: F.gelu(z, approximate="tanh"),
    "silu": lambda z, s: F.silu(z), "tanh": lambda z, s: torch.tanh(z), "sigmoid": lambda z, s: torch.sigmoid(z),
    "softplus": lambda z, s: F.softplus(z), "mish": lambda z, s: F.mish(z), "erf": lambda z, s: torch.erf(z),
    "hardswish": lambda z, s: F.hardswish(z), "relu6": lambda z, s: F.relu6(z)}


def second_moment_gain(f):
    """1/sqrt(E[phi(z)^2]) by a fine midpoint rule; its error is far below the tolerance of the runs."""
    n = 2_000_000
    z = torch.linspace(-12, 12, n + 1, dtype=torch.float64)[:-1] + 12 / n
    density = torch.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return 1 / math.sqrt(float((f(z) ** 2 * density).sum()) * 24 / n)


def gain_of(s):
    if s["gain"] != "auto":
        return s["gain"]
    if not s["initialiser"].startswith("he_"):
        return 1.0
    name = s["activation"]
    if name in ("identity", "relu", "leaky_relu", "tanh", "sigmoid", "selu"):
        return nn.init.calculate_gain("linear" if name == "identity" else name, s["slope"] if name == "leaky_relu" else None)
    return second_moment_gain(lambda z: ACTIVATIONS[name](z, s["slope"]))


def std_of(s, fan_in, fan_out):
    name, g = s["initialiser"], gain_of(s)
    if name.startswith("xavier"):
        return g * math.sqrt(2 / (fan_in + fan_out))
    if name.endswith("fan_out"):
        return g / math.sqrt(fan_out)
    if name.startswith(("he_", "lecun_")):
        return g / math.sqrt(fan_in)
    if name == "truncated_normal_corrected":
        return s["weight_std"] / 0.87962566103423978
    return s["weight_std"]


def orthogonal(a, gain):
    q, r = np.linalg.qr(a if a.shape[0] >= a.shape[1] else a.T)
    q = q * np.sign(np.diag(r))
    return gain * (q if a.shape[0] >= a.shape[1] else q.T)


def numpy_weight(s, rng, fan_in, fan_out):
    name, shape, std = s["initialiser"], (fan_in, fan_out), std_of(s, fan_in, fan_out)
    if name == "constant":
        return np.full(shape, s["weight_value"])
    if name == "zeros":
        return np.zeros(shape)
    if name == "identity":
        return np.eye(*shape)
    if name == "orthogonal":
        return orthogonal(rng.normal(0, 1, shape), gain_of(s))
    if name == "pytorch_default":
        return rng.uniform(-1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in), shape)
    if "uniform" in name:
        return rng.uniform(-math.sqrt(3) * std, math.sqrt(3) * std, shape)
    if name.startswith("truncated"):
        cut, out = (2.0 if name == "truncated_normal" else 2 * std), []
        while len(out) < fan_in * fan_out:
            w = rng.normal(0, std)
            if abs(w) <= cut:
                out.append(w)
        return np.array(out).reshape(shape)
    return rng.normal(0, std, shape)


def torch_reset(s, w):
    name, fan_out, fan_in = s["initialiser"], *w.shape
    std = std_of(s, fan_in, fan_out)
    with torch.no_grad():
        if name == "pytorch_default":
            pass
        elif name == "orthogonal":
            nn.init.orthogonal_(w, gain_of(s))
        elif name == "identity":
            nn.init.eye_(w)
        elif name == "constant":
            nn.init.constant_(w, s["weight_value"])
        elif name == "zeros":
            nn.init.zeros_(w)
        elif name == "truncated_normal":
            nn.init.trunc_normal_(w, 0, std)
        elif name.startswith("truncated"):
            nn.init.trunc_normal_(w, 0, std, -2 * std, 2 * std)
        elif "uniform" in name:
            nn.init.uniform_(w, -math.sqrt(3) * std, math.sqrt(3) * std)
        else:
            nn.init.normal_(w, 0, std)


def fans(s):
    hidden = s["expansion"] * s["width"]
    return [(s["width"], hidden), (hidden, s["width"])] if s["block"] == "feedforward" else [(s["width"], s["width"])]


def draw_numpy(s):
    rng, shape = np.random.default_rng(s["seed"]), (s["batch"], s["width"])
    x, maps = rng.normal(s["input_mean"], s["input_std"], shape), []
    for _ in range(s["depth"]):
        block = []
        for fan_in, fan_out in fans(s):
            w, b = numpy_weight(s, rng, fan_in, fan_out), np.zeros(fan_out)
            if s["bias"] == "normal":
                b = rng.normal(0, s["bias_std"], fan_out)
            if s["bias"] == "pytorch":
                b = rng.uniform(-1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in), fan_out)
            block.append((torch.tensor(w), torch.tensor(b)))
        maps.append(block)
    cotangent = torch.tensor(rng.normal(0, 1, shape)) if s["loss"] == "random" else None
    training = [torch.tensor(rng.normal(s["input_mean"], s["input_std"], shape)) for _ in range(s["training_batches"])]
    return torch.tensor(x), maps, cotangent, training


def draw_torch(s):
    torch.manual_seed(s["seed"])
    shape, with_bias = (s["batch"], s["width"]), s["bias"] != "none"
    blocks = [[nn.Linear(i, o, bias=with_bias) for i, o in fans(s)] for _ in range(s["depth"])]
    for block in blocks:
        for lin in block:
            torch_reset(s, lin.weight)
            if s["bias"] == "zero":
                nn.init.zeros_(lin.bias)
            if s["bias"] == "normal":
                nn.init.normal_(lin.bias, 0, s["bias_std"])
    def inputs():
        z = torch.randn(*shape)
        return (z * s["input_std"] + s["input_mean"]).double()
    x = inputs()
    cotangent = torch.randn(*shape).double() if s["loss"] == "random" else None
    training = [inputs() for _ in range(s["training_batches"])]
    maps = [[(l.weight.detach().double().T.contiguous(), l.bias.detach().double() if with_bias else torch.zeros(l.out_features).double())
             for l in block] for block in blocks]
    return x, maps, cotangent, training


class NormAt:
    """One norm at one place; BatchNorm keeps its running statistics here. `divisor` is that of the last call."""

    def __init__(self, s, columns):
        self.s, self.eps = s, s["norm_eps"] if s["norm_eps"] != "auto" else (1e-6 if s["norm"] == "rms" else 1e-5)
        self.mean, self.var = torch.zeros(columns).double(), torch.ones(columns).double()

    def __call__(self, x, training=False):
        kind, s = self.s["norm"], self.s
        if kind == "batch":
            if s["norm_mode"] == "eval" and not training:
                self.divisor = torch.sqrt(self.var + self.eps)
                return F.batch_norm(x, self.mean, self.var, None, None, False, 0.0, self.eps)
            self.divisor = torch.sqrt(x.var(0, unbiased=False) + self.eps)
            momentum = s["momentum"] if s["momentum_convention"] == "pytorch" else 1 - s["momentum"]
            mean, var = (self.mean, self.var) if training else (self.mean.clone(), self.var.clone())
            return F.batch_norm(x, mean, var, None, None, True, momentum, self.eps)
        if kind == "rms":
            self.divisor = torch.sqrt((x ** 2).mean(-1) + self.eps)
            return x / self.divisor[:, None]
        groups = s["groups"] if kind == "group" else 1
        self.divisor = torch.sqrt(x.reshape(x.shape[0], groups, -1).var(-1, unbiased=False) + self.eps).ravel()
        return F.group_norm(x, groups, None, None, self.eps)


def rms(t):
    return float(torch.sqrt((t ** 2).mean()))


def mean_cosine(t):
    u = t / t.norm(dim=1, keepdim=True)
    g = u @ u.T
    n = t.shape[0]
    return float((g.sum() - g.diagonal().sum()) / (n * (n - 1)))


def block_forward(s, x, maps, norm, trace=None, training=False):
    phi = lambda z: ACTIVATIONS[s["activation"]](z, s["slope"])
    place = s["norm_placement"] if s["norm"] != "none" else ""
    u = norm(x, training) if place == "pre" else x
    z = u @ maps[0][0] + maps[0][1]
    if place == "inside":
        z = norm(z, training)
    a = phi(z)
    if trace is not None:
        zz = z.detach().clone().requires_grad_()
        d, = torch.autograd.grad(phi(zz).sum(), zz)
        trace["zero_fraction"].append(float((a == 0).double().mean()))
        trace["dead_units"].append(float((a == 0).all(0).sum()))
    v = a @ maps[1][0] + maps[1][1] if len(maps) == 2 else a
    out = x + v if s["residual"] == "add" else v
    return norm(out, training) if place == "post" else out


def run(fields):
    s = {**DEFAULTS, **fields}
    x, maps, cotangent, training = draw_torch(s) if s["stream"] == "pytorch" else draw_numpy(s)
    columns = s["width"] * (s["expansion"] if s["block"] == "feedforward" and s["norm_placement"] == "inside" else 1)
    norms = [NormAt(s, columns) for _ in maps]
    final = NormAt(s, s["width"]) if s["final_norm"] and s["norm"] != "none" else None
    for batch in training if s["norm"] == "batch" and s["norm_mode"] == "eval" else []:
        h = batch
        for m, n in zip(maps, norms):
            h = block_forward(s, h, m, n, training=True)
        if final:
            final(h, True)
    trace = {k: [] for k in ("rms", "mean", "std", "cosine", "zero_fraction", "dead_units", "skip_path")}
    for m in maps:
        for w, _ in m:
            w.requires_grad_()
    taps, h, route = [], x, None
    for m, n in zip(maps, norms):
        h = block_forward(s, h, m, n, trace)
        h.retain_grad()
        taps.append(h)
        trace["rms"].append(rms(h.detach()))
        trace["mean"].append(float(h.mean()))
        trace["std"].append(float(h.std(unbiased=False)))
        trace["cosine"].append(mean_cosine(h.detach()))
        step = 1 / n.divisor.detach() if s["norm"] != "none" and s["norm_placement"] == "post" else torch.ones(1).double()
        route = step if route is None else route * step
        trace["skip_path"].append(float(route.mean()) if s["residual"] == "add" else 0.0)
    y = final(h) if final else h
    trace["output_rms"] = rms(y.detach())
    if s["loss"] == "sum":
        y.sum().backward()
    elif s["loss"] == "mean_square":
        (y ** 2).mean().backward()
    else:
        y.backward(cotangent)
    trace["grad_rms"] = [rms(t.grad) for t in taps]
    trace["weight_grad_norm"] = [[float(m[i][0].grad.norm()) for m in maps] for i in range(len(maps[0]))]
    trace["gradient_ratio"] = trace["weight_grad_norm"][0][-1] / trace["weight_grad_norm"][0][0]
    return {"scenario": fields, "trace": trace}


def scenarios():
    size = dict(depth=7, width=37, batch=19)
    for i, activation in enumerate(ACTIVATIONS):
        yield dict(size, seed=i + 1, activation=activation, slope=0.2, residual=("none", "add")[i % 2], loss="random", bias="normal", bias_std=0.3)
    names = ("normal uniform constant orthogonal xavier_normal xavier_uniform he_normal he_uniform he_normal_fan_out he_uniform_fan_out "
             "lecun_normal lecun_uniform truncated_normal truncated_normal_two_sigma truncated_normal_corrected pytorch_default identity").split()
    for i, name in enumerate(names):
        for stream in ("numpy", "pytorch"):
            yield dict(depth=3, width=21, batch=5, seed=100 + i, stream=stream, initialiser=name, weight_std=1.5 if name == "truncated_normal" else 0.21, block="feedforward", expansion=3,
                       activation="tanh", loss="random", weight_value=0.05)
    i = 200
    for norm in ("batch", "layer", "rms", "group"):
        for placement in ("pre", "post", "inside"):
            for block in ("linear", "feedforward"):
                i += 1
                yield dict(depth=5, width=33, batch=13, seed=i, norm=norm, norm_placement=placement, block=block, groups=3, residual=("add", "none", "add")[i % 3],
                           final_norm=i % 2 == 0, loss=("random", "mean_square", "random")[i % 3] if placement != "post" and i % 2 else "random",
                           activation="gelu", stream=("numpy", "pytorch")[i % 2], bias=("none", "zero", "pytorch", "normal")[i % 4], expansion=2)
    for convention, momentum in (("pytorch", 0.1), ("keras", 0.9), ("pytorch", 0.3)):
        for stream in ("numpy", "pytorch"):
            yield dict(depth=4, width=11, batch=9, seed=77, stream=stream, norm="batch", norm_mode="eval", training_batches=3, momentum=momentum, momentum_convention=convention,
                       norm_placement=("pre", "post", "inside")[len(convention) % 3], residual="add", final_norm=True, loss="random", input_mean=0.5, input_std=2.0)
    yield dict(depth=4, width=11, batch=9, seed=78, norm="batch", norm_mode="eval", loss="sum", residual="add")
    yield dict(depth=29, width=65, batch=17, seed=12345, activation="relu")
    yield dict(depth=31, width=129, batch=7, seed=2**53 - 1, activation="tanh", initialiser="xavier_normal", loss="mean_square")
    yield dict(depth=6, width=3, batch=5, seed=9, stream="pytorch", bias="pytorch", initialiser="pytorch_default", residual="add")   # fewer than 16 values a tensor


if __name__ == "__main__":
    torch.set_num_threads(1)
    entries = [run(fields) for fields in scenarios()]
    (HERE / "scenarios.json").write_text(json.dumps(entries) + "\n")
    print("wrote scenarios.json:", len(entries), "runs")
