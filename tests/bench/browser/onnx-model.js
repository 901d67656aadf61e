// Writes an ONNX model: h = relu(h W) for each layer, W drawn inside, with the sum of squares of each h. The format is
// Protocol Buffers; field numbers are those of onnx.proto.

/** @param {number} value @returns {number[]} */
const varint = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]);

/** @param {number} field @param {number} value */
const whole = (field, value) => [...varint(field * 8), ...varint(value)];

/** @param {number} field @param {ArrayLike<number>} content */
const message = (field, content) => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...Array.from(content),
];

/** @param {number} field @param {string} value */
const text = (field, value) => message(field, new TextEncoder().encode(value));

/** @param {number} field @param {number} value */
const float = (field, value) => [
  ...varint(field * 8 + 5),
  ...new Uint8Array(new Float32Array([value]).buffer),
];

const attribute = {
  /** @param {string} name @param {number} value */
  float: (name, value) => message(5, [...text(1, name), ...float(2, value), ...whole(20, 1)]),
  /** @param {string} name @param {number} value */
  whole: (name, value) => message(5, [...text(1, name), ...whole(3, value), ...whole(20, 2)]),
  /** @param {string} name @param {number[]} values */
  wholes: (name, values) =>
    message(5, [...text(1, name), ...values.flatMap((value) => whole(8, value)), ...whole(20, 7)]),
};

/**
 * @param {string} kind
 * @param {string[]} inputs
 * @param {string} output
 * @param {number[][]} [attributes]
 */
const node = (kind, inputs, output, attributes = []) =>
  message(1, [
    ...inputs.flatMap((name) => text(1, name)),
    ...text(2, output),
    ...text(4, kind),
    ...attributes.flat(),
  ]);

/**
 * @param {{depth: number, width: number, batch: number, std: number, precision: 'float64' | 'float32'}} layers
 * @returns {Uint8Array} its output `squares` has depth x 1 entries
 */
export function layersModel({ depth, width, batch, std, precision }) {
  const type = precision === 'float64' ? 11 : 1;
  /** @param {string} name @param {number[]} shape @param {number} scale */
  const normals = (name, shape, scale) =>
    node('RandomNormal', [], name, [
      attribute.whole('dtype', type),
      attribute.float('scale', scale),
      attribute.wholes('shape', shape),
    ]);
  const nodes = [normals('h0', [batch, width], 1)];
  const squares = [];
  for (let layer = 1; layer <= depth; layer += 1) {
    nodes.push(
      normals(`w${layer}`, [width, width], std),
      node('MatMul', [`h${layer - 1}`, `w${layer}`], `z${layer}`),
      node('Relu', [`z${layer}`], `h${layer}`),
      node('ReduceSumSquare', [`h${layer}`], `s${layer}`, [
        attribute.wholes('axes', [0, 1]),
        attribute.whole('keepdims', 1),
      ]),
    );
    squares.push(`s${layer}`);
  }
  nodes.push(node('Concat', squares, 'squares', [attribute.whole('axis', 0)]));
  const dimensions = [depth, 1].flatMap((size) => message(1, whole(1, size)));
  const output = [
    ...text(1, 'squares'),
    ...message(2, message(1, [...whole(1, type), ...message(2, dimensions)])),
  ];
  const graph = [...nodes.flat(), ...text(2, 'layers'), ...message(12, output)];
  return new Uint8Array([...whole(1, 7), ...message(8, whole(2, 13)), ...message(7, graph)]);
}
