/**
 * The public face of the core in JavaScript: what `load` gives, the records that the verbs take and the results that
 * they give. Names, meanings and defaults are those of `core/include/signalscope`; every array is a copy of its own.
 */

/** A matrix, row-major: `values[row * columns + column]`. */
export interface Matrix {
  rows: number;
  columns: number;
  values: Float64Array;
}

/** What a list field takes. */
export type ListValue = readonly number[] | Float64Array;

/** What a matrix field takes; rows of unequal length are the problem `wrong_shape`. */
export type MatrixValue = readonly ListValue[] | Matrix;

export type FieldValue = boolean | number | string | ListValue | MatrixValue;

/** A row of a table of choices, such as `relu`; `catalog()` lists them. */
export type ChoiceName = string;

export interface Problem {
  /**
   * `unknown_field`, `unknown_choice`, `out_of_range`, `not_whole`, `not_a_number`, `wrong_kind`, `wrong_shape`,
   * `groups`, `one_value_per_channel`, `too_large`, `bad_token`; `core_stopped` once the core has run out of memory.
   */
  code: string;
  /** The field that it is about, or empty. */
  field: string;
  /** One line, to be shown as it is. */
  message: string;
}

/** Exactly one of the two is null. */
export type Outcome<T> = { value: T; problem: null } | { value: null; problem: Problem };

export interface Scenario {
  depth: number;
  width: number;
  batch: number;
  seed: number;
  stream: 'numpy' | 'pytorch';
  input_mean: number;
  input_std: number;
  block: 'linear' | 'feedforward';
  /** Hidden width of a feedforward block, in widths. */
  expansion: number;
  activation: ChoiceName;
  /** Negative slope of leaky_relu. */
  slope: number;
  initialiser: ChoiceName;
  gain: number | 'auto';
  weight_std: number;
  weight_value: number;
  bias: 'none' | 'zero' | 'pytorch' | 'normal';
  bias_std: number;
  norm: ChoiceName;
  norm_placement: 'pre' | 'post' | 'inside';
  norm_eps: number | 'auto';
  groups: number;
  norm_mode: 'train' | 'eval';
  momentum: number;
  momentum_convention: 'pytorch' | 'keras';
  training_batches: number;
  residual: ChoiceName;
  final_norm: boolean;
  loss: 'sum' | 'mean_square' | 'random';
  precision: 'float64' | 'float32';
}

export interface SymmetryScenario {
  seed: number;
  batch: number;
  inputs: number;
  hidden: number;
  weights: 'constant' | 'normal';
  weight_value: number;
  weight_std: number;
  /** Examples x features; empty: drawn, batch x inputs. */
  x: MatrixValue;
  /** One target an example; taken with `x` only. */
  y: ListValue;
}

export interface NormaliseScenario {
  norm: ChoiceName;
  norm_eps: number | 'auto';
  groups: number;
  norm_mode: 'train' | 'eval';
  momentum: number;
  momentum_convention: 'pytorch' | 'keras';
  /** Examples x features; empty: drawn, batch x width. */
  x: MatrixValue;
  gamma: ListValue;
  beta: ListValue;
  /** Cotangent, the shape of x; empty: no backward pass. */
  dy: MatrixValue;
  /** One entry an example: 1 counts, 0 is padding. */
  mask: ListValue;
  running_mean: ListValue;
  running_var: ListValue;
  batches_seen: number;
  batch: number;
  width: number;
  seed: number;
  stream: 'numpy' | 'pytorch';
  input_mean: number;
  input_std: number;
}

export interface JacobianScenario extends Scenario {
  /** Which row of the batch, from 0. */
  example: number;
  /** 1 is the first; empty: first, middle and last. */
  layers: ListValue;
}

export interface DrawScenario {
  initialiser: ChoiceName;
  fan_in: number;
  fan_out: number;
  gain: number | 'auto';
  activation: ChoiceName;
  slope: number;
  weight_std: number;
  weight_value: number;
  stream: 'numpy' | 'pytorch';
  seed: number;
}

export interface ActivateScenario {
  activation: ChoiceName;
  slope: number;
  values: ListValue;
}

export interface CostScenario {
  width: number;
  batch: number;
  expansion: number;
  precision: 'float64' | 'float32';
  rounds: number;
  /** Least length of one timed sample. */
  sample_milliseconds: number;
}

/** The record of each verb that takes one. */
export interface Records {
  propagate: Scenario;
  symmetry: SymmetryScenario;
  normalise: NormaliseScenario;
  jacobian: JacobianScenario;
  draw: DrawScenario;
  activate: ActivateScenario;
  cost: CostScenario;
}

export type VerbName = keyof Records;

/** A whole record as the core gives it back: lists are Float64Arrays and matrices are Matrix. */
export type Complete<R> = {
  [F in keyof R]: R[F] extends MatrixValue ? (Matrix extends R[F] ? Matrix : Float64Array) : R[F];
};

export interface Histogram {
  /** bins + 1 powers of two, ascending; empty if all was 0 or not finite. */
  edges: Float64Array;
  /** [layer][bin]. */
  counts: Float64Array[];
  zeros: Float64Array;
  negative: Float64Array;
  positive: Float64Array;
}

export interface Verdict {
  code: string;
  layer: number | null;
  value: number;
  quantity: string;
}

export interface Notice {
  code: string;
  message: string;
}

/** Arrays have `depth` entries, layer 1 first; an entry that is not measured yet is NaN. */
export interface Trace {
  rms: Float64Array;
  mean: Float64Array;
  std: Float64Array;
  cosine: Float64Array;
  nonfinite_count: Float64Array;
  histogram: Histogram;
  zero_fraction: Float64Array;
  dead_units: Float64Array;
  saturated_fraction: Float64Array;
  grad_rms: Float64Array;
  /** [linear map of the block][layer]. */
  weight_grad_norm: Float64Array[];
  skip_path: Float64Array;
  first_nonfinite_layer: number | null;
  input_rms: number;
  gradient_ratio: number;
  output_rms: number;
  verdict: Verdict;
  notices: Notice[];
  milliseconds: number;
}

export interface Progress {
  forward: number;
  backward: number;
  /** 0..1, of all the run's steps. */
  fraction: number;
  done: boolean;
}

export interface Advance {
  trace: Trace;
  progress: Progress;
}

export interface Symmetry {
  /** Inputs x hidden: loss gradient of the first layer's weights. */
  gradient: Matrix;
  /** How many of its columns differ from every earlier one. */
  distinct_columns: number;
  /** Examples x hidden, after the ReLU. */
  hidden: Matrix;
  /** Hidden x 1: loss gradient of the second layer's weights. */
  second_gradient: Matrix;
  /** Loss gradient of a bias on the output, which the network does not use. */
  bias_gradient: number;
  loss: number;
  notices: Notice[];
}

export interface Normalised {
  x: Matrix;
  y: Matrix;
  /** For each cell the index of the statistic that it shares; -1 for padding under a batch statistic. */
  statistic: Matrix;
  mean: Float64Array;
  variance: Float64Array;
  unbiased_variance: Float64Array;
  count: Float64Array;
  eps: number;
  output_mean_max: number;
  output_std_min: number;
  mean_scatter: number;
  dx: Matrix;
  dgamma: Float64Array;
  dbeta: Float64Array;
  running_mean: Float64Array;
  running_var: Float64Array;
  batches_seen: number;
  momentum_formula: string;
  notices: Notice[];
}

export interface JacobianLayer {
  layer: number;
  /** Descending. */
  singular_values: Float64Array;
  rank: number;
}

export interface Jacobian {
  layers: JacobianLayer[];
  notices: Notice[];
}

export interface Drawn {
  weights: Matrix;
  layout: string;
  gain: number | null;
  requested_std: number | null;
  drawn_std: number | null;
  requested_bound: number | null;
  cut_at: number | null;
  obtained_mean: number;
  obtained_std: number;
  obtained_largest: number;
}

export interface Activated {
  values: Float64Array;
  derivatives: Float64Array;
}

/** Of one quantity over the rounds. */
export interface Spread {
  /** First quartile. */
  lower: number;
  median: number;
  /** Third quartile. */
  upper: number;
}

/** What the mean of LayerNorm costs, measured here and now; microseconds a call. */
export interface Cost {
  layer_norm: Spread;
  rms_norm: Spread;
  block: Spread;
  /** (LayerNorm - RMSNorm) / LayerNorm, round by round. */
  share_of_norm: Spread;
  /** (LayerNorm - RMSNorm) / block, round by round. */
  share_of_block: Spread;
  rounds: number;
}

export interface Choice {
  name: ChoiceName;
  label: string;
  formula: string;
  source: string;
}

export interface FieldEntry {
  name: string;
  label: string;
  help: string;
  kind: 'whole' | 'number' | 'number_or_auto' | 'flag' | 'choice' | 'list' | 'matrix';
  minimum: number | null;
  maximum: number | null;
  choices: string[];
  /** As an attribute or a link takes it. */
  default: string;
}

export interface RecordEntry {
  verb: VerbName;
  fields: FieldEntry[];
}

export interface Catalog {
  version: string;
  records: RecordEntry[];
  activation: Choice[];
  initialiser: Choice[];
  norm: Choice[];
  residual: Choice[];
  /** Bytes that one run may take. */
  memory_cap: number;
}

/** A record's own enumerable keys; a field left out has its default. */
export type Given<R> = { readonly [F in keyof R]?: R[F] };

/** None of these throws. */
export interface Core {
  propagate(scenario: Given<Scenario>): Outcome<Trace>;
  /** Opens a run; its value is the token. */
  begin(scenario: Given<Scenario>): Outcome<number>;
  /** Takes further steps, and gives the trace so far. */
  advance(token: number, layers: number): Outcome<Advance>;
  /** Closes a run; one that is not open is left alone. */
  end(token: number): Outcome<true>;
  symmetry(scenario: Given<SymmetryScenario>): Outcome<Symmetry>;
  normalise(scenario: Given<NormaliseScenario>): Outcome<Normalised>;
  jacobian(scenario: Given<JacobianScenario>): Outcome<Jacobian>;
  draw(scenario: Given<DrawScenario>): Outcome<Drawn>;
  activate(scenario: Given<ActivateScenario>): Outcome<Activated>;
  cost(scenario: Given<CostScenario>): Outcome<Cost>;
  catalog(): Outcome<Catalog>;
  /** The text of `core/presets.json`. */
  presets(): Outcome<string>;
  /** What no single field shows; the bytes that a run would hold. */
  validate(scenario: Given<Scenario>): Outcome<{ memory_needed: number }>;
  /** The defaults with these fields set. */
  complete<V extends VerbName>(verb: V, record: Given<Records[V]>): Outcome<Complete<Records[V]>>;
  /** One field from the text of an attribute or a link: its value as the core reads it. */
  assign_text(
    verb: VerbName,
    field: string,
    text: string,
  ): Outcome<boolean | number | string | Float64Array | Matrix>;
}

export interface LoadOptions {
  /** Where `signalscope-core.wasm` stands; by default beside the loader. */
  wasmUrl?: string | URL;
  /** The module itself, for a page that can fetch nothing; `wasmUrl` goes before it. */
  wasmBytes?: BufferSource;
  /** The core, compiled already. */
  wasmModule?: WebAssembly.Module;
}

/**
 * The core; one compile and one instance for each address. Rejects with an Error that names the address; a load that
 * failed is tried again by the next call.
 */
export function load(options?: LoadOptions): Promise<Core>;
