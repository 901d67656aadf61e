// The tables of texts: of one shape, complete against what the core names and says, and right where the core is asked.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { load } from '../../wasm/loader.js';
import { ownPresets, plainPreset } from '../../web/labs/own-presets.js';
import { notices, problem, problems } from '../../web/language/german-core.js';
import { choices, fields, presets as presetTexts } from '../../web/language/german-names.js';
import english from '../../web/language/english.js';
import german from '../../web/language/german.js';
import { isForeign, textsOf } from '../../web/language/language.js';

const source = new URL('../../core/src/', import.meta.url);
const presets = JSON.parse(readFileSync(new URL('../../core/presets.json', import.meta.url), 'utf8'));

/** @type {import('../../wasm/signalscope.js').Core} */
let core;
/** @type {import('../../wasm/signalscope.js').Catalog} */
let catalog;

before(async () => {
  core = await load();
  catalog = /** @type {any} */ (core.catalog().value);
});

/**
 * Every entry of a table by its path: how many values a function takes, or the kind of anything else.
 * @param {object} table
 * @param {string} [path]
 * @returns {[string, unknown][]}
 */
function shapeOf(table, path = '') {
  return Object.entries(table).flatMap(([key, entry]) => {
    const at = `${path}.${key}`;
    if (typeof entry === 'object') return shapeOf(entry, at);
    return [[at, typeof entry === 'function' ? `takes ${entry.length}` : typeof entry]];
  });
}

/** @param {string} verb @param {string} field */
const entryOf = (verb, field) =>
  catalog.records.find((record) => record.verb === verb)?.fields.find(({ name }) => name === field);

test('both tables have the same entries, and each function takes as many values', () => {
  const names = (/** @type {[string, unknown][]} */ shape) => shape.map(([path]) => path);
  const [one, other] = [shapeOf(english), shapeOf(german)];
  assert.deepEqual(names(other).sort(), names(one).sort());
  const counts = new Map(one);
  // What answers from a table by itself may leave the values alone that only the other language needs.
  for (const [path, kind] of other) assert.equal(kind, counts.get(path), path);
  assert.ok(one.length > 150);
});

test('the tables cannot be changed', () => {
  for (const table of [english, german]) {
    assert.throws(() => Object.assign(table.controls, { more: 'x' }), TypeError);
    assert.throws(() => Object.assign(table.signal.views, { rms: 'x' }), TypeError);
  }
});

test('any tag of a language is understood, and English stands in for what is not there', async () => {
  for (const tag of ['de', 'DE', 'de-AT', 'de-Latn-CH-1996', ' de '])
    assert.equal((await textsOf(tag)).lang, 'de', tag);
  for (const tag of ['', undefined, null, 'en', 'en-GB', 'fr', 'den', 'x-de', 'toString'])
    assert.equal((await textsOf(tag)).lang, 'en', String(tag));
  assert.equal(isForeign('fr-CA', english), true);
  assert.equal(isForeign('en-US', english), false);
  assert.equal(isForeign('', english), false);
});

test('German has every field of the catalog, and no field that is not there', () => {
  const named = new Set(catalog.records.flatMap((record) => record.fields.map(({ name }) => name)));
  assert.deepEqual(Object.keys(fields).sort(), [...named].sort());
  for (const [name, [label, help]] of Object.entries(fields)) assert.ok(label && /\.$/.test(help), name);
});

/** Words that are names, abbreviations or the same in German. */
const sameInGerman = new Set(
  `BatchNorm LayerNorm RMSNorm GroupNorm ReLU|leaky ReLU|ELU|SELU|GELU|SiLU (swish)|tanh|sigmoid|softplus|Mish|erf|hard
  swish|hard swish|ReLU6|normal|orthogonal|Xavier normal|He normal|He normal, fan_out|LeCun normal|numpy|pytorch|keras|float64|float32|linear`
    .split(/\||(?<=Norm) /)
    .map((word) => word.trim()),
);

test('German has every choice that is a word', () => {
  for (const { fields: entries } of catalog.records) {
    for (const { name, choices: all, kind } of entries) {
      if (kind !== 'choice') continue;
      for (const choice of all) {
        const rows = /** @type {any} */ (catalog)[name];
        const label = Array.isArray(rows)
          ? (rows.find((row) => row.name === choice)?.label ?? choice)
          : choice;
        if (!sameInGerman.has(label)) assert.ok(choices[name]?.[choice], `${name} ${choice}: ${label}`);
      }
    }
  }
});

test('German has every title and label of the presets, and no other', () => {
  const texts = [...Object.values({ ...presets, ...ownPresets }), plainPreset('')].flatMap(
    ({ title, series }) => [title, ...series.map((/** @type {{label: string}} */ { label }) => label)],
  );
  const needed = texts.filter(
    (text) => text && !/^(LayerNorm|PyTorch|Keras|Xavier √\(1\/n\)|He √\(2\/n\))$/.test(text),
  );
  for (const text of needed) assert.ok(presetTexts[text], text);
  const folder = new URL('../../web/lessons/', import.meta.url);
  const page = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const leads = [...page.join('').matchAll(/\blead="([^"]+)"/g)].map(([, lead]) => lead);
  assert.ok(leads.length > 0);
  assert.deepEqual(Object.keys(presetTexts).sort(), [...new Set([...needed, ...leads])].sort());
});

/** Shown in the core's own English, and why. @type {Record<string, string>} */
const inEnglish = {
  wrong_shape: 'of lists and matrices, which no control sets: whoever gives one writes code',
  bad_token: 'of the engine and the core, never of a reader',
};

/** The sources that make notices and problems; verdicts have a table of their own. */
function codesInSources() {
  const bindings = new URL('../../wasm/', import.meta.url);
  const files = [
    ...readdirSync(source).map((name) => new URL(name, source)),
    ...readdirSync(bindings).map((name) => new URL(name, bindings)),
  ].filter(({ pathname }) => /(\.[ch]pp|loader\.js)$/.test(pathname) && !/verdict\.cpp$/.test(pathname));
  const made =
    /(?:\brefused\(|\bProblem\{|\bNotice\{|push_back\(\s*\{|return \{|code:)\s*["']([a-z_0-9]+)["'],/g;
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return new Set([...text.matchAll(made)].map(([, code]) => code));
}

test('every code of the core has German words or a reason why not, and no words are left over', () => {
  const found = codesInSources();
  const known = [...Object.keys(notices), ...Object.keys(problems), ...Object.keys(inEnglish)];
  assert.deepEqual(
    [...found].filter((code) => !known.includes(code) && !choiceWords.has(code)),
    [],
  );
  assert.deepEqual(
    known.filter((code) => !found.has(code)),
    [],
  );
});

/** Lists of choices look like a code in the sources. */
const choiceWords = new Set(['train', 'pytorch', 'numpy']);

// ---- what the core says when it is asked ---------------------------------------------------------------------------

/** @param {'propagate' | 'normalise' | 'symmetry' | 'jacobian' | 'cost'} verb @param {Record<string, any>} record */
function ask(verb, record) {
  const outcome = core[verb](/** @type {any} */ (record));
  return { verb, record, outcome };
}

/** The German of what the core refuses. @param {ReturnType<typeof ask>} asked */
function refusal({ verb, record, outcome }) {
  assert.ok(outcome.problem, JSON.stringify(record));
  const { field } = outcome.problem;
  return problem({ problem: outcome.problem, entry: entryOf(verb, field), value: record[field] });
}

/** The German notices of an answer, by code. @param {ReturnType<typeof ask>} asked */
function noticed({ verb, record, outcome }) {
  const answer = /** @type {any} */ (outcome.value);
  assert.ok(answer, JSON.stringify(outcome.problem));
  /** @param {string} name */
  const field = (name) => record[name] ?? entryOf(verb, name)?.default;
  const norm = catalog.norm.find(({ name }) => name === field('norm'))?.label ?? '';
  return Object.fromEntries(
    answer.notices.map((/** @type {any} */ { code, message }) => [
      code,
      german.core.notice({ code, message, norm, field, answer }),
    ]),
  );
}

test('refusals in German give the value, the field and what is allowed', () => {
  /** @type {[ReturnType<typeof ask>, string][]} */
  const cases = [
    [ask('propagate', { width: 0 }), 'Breite: war 0; erlaubt ist eine ganze Zahl von 1 bis 4096.'],
    [ask('propagate', { depth: 1.5 }), 'Tiefe: war 1.5; erlaubt ist eine ganze Zahl von 1 bis 10000.'],
    [ask('propagate', { batch: 'viel' }), 'Batch: war „viel“; erlaubt ist eine ganze Zahl von 1 bis 4096.'],
    [
      ask('propagate', { norm_eps: 0 }),
      'Eps: war 0; erlaubt ist eine Zahl über 0 und höchstens 1000000, oder auto.',
    ],
    [
      ask('propagate', { residual: 'concat' }),
      'Residualpfad: war „concat“; erlaubt ist eines von none, add.',
    ],
    [ask('propagate', { final_norm: 3 }), 'Schlussnorm: war 3; erlaubt ist true oder false.'],
    [ask('propagate', { input_mean: NaN }), 'Mittel der Eingabe: war NaN; erlaubt ist eine endliche Zahl.'],
    [ask('propagate', { breite: 3 }), '„breite“ ist hier kein Feld.'],
    [
      ask('propagate', { initialiser: 'truncated_normal', weight_std: 200 }),
      'Gewichts-Std.: war 200; erlaubt ist höchstens 100 bei einer Normalverteilung, die fest bei 2 abgeschnitten ist.',
    ],
    [
      ask('propagate', { width: 12, norm: 'group', groups: 5 }),
      'Gruppen: war 5, was die 12 Merkmale nicht teilt; erlaubt ist eines von 1, 2, 3, 4, 6, 12.',
    ],
    [
      ask('propagate', { norm: 'batch', batch: 1 }),
      'Batch: Für BatchNorm im Training bleibt je Kanal ein einziger Wert; nötig sind zwei Beispiele, oder der Modus Inferenz.',
    ],
    [
      ask('propagate', { norm: 'batch', batch: 1, norm_mode: 'eval', training_batches: 3 }),
      'Batch: Für BatchNorm im Training bleibt je Kanal ein einziger Wert; nötig sind zwei Beispiele, oder null Trainingsbatches.',
    ],
    [
      ask('normalise', { norm: 'batch', x: [[1], [2]], mask: [0, 0] }),
      'Maske: Für BatchNorm im Training bleibt je Kanal kein Wert; nötig sind zwei Beispiele, oder der Modus Inferenz.',
    ],
    [ask('jacobian', { width: 600 }), 'Breite: war 600; erlaubt ist höchstens 512 für eine Jacobi-Matrix.'],
    [ask('jacobian', { width: 0 }), 'Breite: war 0; erlaubt ist eine ganze Zahl von 1 bis 4096.'],
    [
      ask('jacobian', { width: 4, batch: 3, example: 3 }),
      'Beispiel: war 3; erlaubt ist von 0 bis Batch − 1 = 2.',
    ],
    [
      ask('jacobian', { width: 4, depth: 3, layers: [1, 9] }),
      'Schichten: war 9; erlaubt ist von 1 bis Tiefe = 3.',
    ],
    [ask('normalise', { x: [['a']] }), 'x: Ein Eintrag ist keine Zahl.'],
  ];
  for (const [asked, words] of cases) assert.equal(refusal(asked), words);
  assert.match(
    refusal(ask('propagate', { depth: 10000, width: 4096 })) ?? '',
    /^Tiefe: Der Lauf braucht \d+ MiB Speicher; erlaubt ist, was in \d+ MiB passt\.$/,
  );
  assert.match(
    refusal(ask('cost', { width: 4096, expansion: 16 })) ?? '',
    /^Breite: Der Lauf braucht \d+ MiB/,
  );
  assert.match(
    refusal(ask('propagate', { activation: 'x'.repeat(60) })) ?? '',
    /^Aktivierung: war „x{40} …“; erlaubt ist eines von identity, relu, /,
  );
});

test('only where the least value of a range is refused does German say so', () => {
  for (const { verb, fields: entries } of catalog.records) {
    for (const entry of entries) {
      const isNumber = ['whole', 'number', 'number_or_auto'].includes(entry.kind);
      if (!isNumber || entry.minimum === null || entry.name === 'groups') continue;
      const { problem: refused } = core.assign_text(verb, entry.name, String(entry.minimum));
      const above = { problem: { code: 'out_of_range', field: entry.name, message: '' }, entry, value: -1 };
      assert.equal(/ über /.test(problem(above) ?? ''), refused !== null, `${verb} ${entry.name}`);
    }
  }
});

test('a list of the wrong shape stays English', () => {
  assert.equal(refusal(ask('normalise', { x: [[1, 2]], gamma: [1, 2, 3] })), undefined);
  assert.equal(german.core.notice(/** @type {any} */ ({ code: 'not_known_yet' })), undefined);
});

test('notices in German have the numbers of the run', () => {
  const small = { depth: 2, width: 4, batch: 4 };
  const batch = { ...small, norm: 'batch', norm_mode: 'eval', loss: 'random' };
  const flat = {
    x: [
      [1, 1],
      [1, 1],
    ],
  };
  /** @type {[ReturnType<typeof ask>, string, RegExp][]} */
  const cases = [
    [ask('propagate', batch), 'no_batches_seen', /noch nie erneuert worden \(0 Batches\)/],
    [
      ask('propagate', { ...batch, training_batches: 7, momentum: 0.25, momentum_convention: 'keras' }),
      'running_statistics',
      /^Laufende Statistiken nach 7 Trainingsbatches, neu = 0\.25 · alt \+ 0\.75 · Batch\.$/,
    ],
    [ask('propagate', { ...small, batch: 2, norm: 'batch' }), 'sign_only', /^BatchNorm über zwei Beispiele /],
    [ask('propagate', { ...small, width: 2, norm: 'layer' }), 'sign_only', /^LayerNorm über zwei Merkmale /],
    [ask('propagate', { ...small, width: 1, norm: 'layer' }), 'signal_lost', /^LayerNorm über ein Merkmal /],
    [
      ask('propagate', { ...small, block: 'feedforward', initialiser: 'zeros' }),
      'two_zero_factors',
      /Der Zweig bleibt tot/,
    ],
    [ask('propagate', { ...small, initialiser: 'constant' }), 'identical_units', /Sie trennen sich nie/],
    [
      ask('propagate', { ...small, norm: 'layer', norm_placement: 'post' }),
      'loss_constant',
      /^Der Verlust Summe ist/,
    ],
    [
      ask('propagate', { ...small, norm: 'rms', final_norm: true, loss: 'mean_square' }),
      'loss_constant',
      /^Der Verlust mittleres Quadrat ist/,
    ],
    [
      ask('propagate', { ...small, block: 'feedforward', expansion: 3, batch: 1, residual: 'add' }),
      'dead_units',
      /^\d+ von 12 Einheiten der letzten Schicht/,
    ],
    [ask('normalise', { norm: 'batch', x: [[1e308], [-1e308]] }), 'batch_left_out', /bleiben, wie sie waren/],
    [
      ask('normalise', { norm: 'layer', ...flat }),
      'zero_variance',
      /die Varianz 0: Ihre Ausgaben sind beta, .* 1 \/ √eps = 316\.2278 verstärkt/,
    ],
    [
      ask('normalise', { norm: 'rms', x: [[0, 0]] }),
      'zero_variance',
      /das mittlere Quadrat 0: Ihre Ausgaben sind 0, .* 1 \/ √eps = 1000 verstärkt/,
    ],
    [
      ask('normalise', { norm: 'layer', x: [[0, 0.002, 0.004]] }),
      'eps_counts',
      /^Varianz 2\.66666\d+e-06, die kleinste, ist nicht viel größer als eps, 1e-05: /,
    ],
    [ask('normalise', { norm: 'rms', x: [[1, 2, 3]], beta: [1] }), 'no_beta', /^RMSNorm hat kein beta/],
    [ask('jacobian', { ...small, precision: 'float32' }), 'float64', /^Jacobi-Matrizen .* float64/],
    [ask('jacobian', { ...small, norm: 'batch' }), 'others_fixed', /bei festgehaltenen anderen/],
    [
      ask('symmetry', { weights: 'normal', weight_std: 1e6, x: [[1e300]], y: [1] }),
      'not_finite',
      /übergelaufen/,
    ],
    [ask('symmetry', { weight_value: 0 }), 'gradient_zero', /kann nicht lernen/],
  ];
  const shown = new Set();
  for (const [asked, code, words] of cases) {
    const found = noticed(asked);
    assert.match(found[code] ?? `no ${code} in ${Object.keys(found)}`, words);
    shown.add(code);
  }
  assert.deepEqual([...shown].sort(), Object.keys(notices).sort());
});

test('in English the core speaks for itself', () => {
  const { outcome } = ask('propagate', { width: 0 });
  const said = /** @type {any} */ (outcome.problem);
  assert.equal(english.core.problem({ problem: said, entry: undefined, value: 0 }), said.message);
  const [field] = catalog.records[0].fields;
  assert.equal(english.names.field(field), field);
});
