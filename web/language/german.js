// All that labs, charts and controls say in German, in the shape of `english.js`.
import { frozen } from './frozen.js';
import { formula, notices, problem } from './german-core.js';
import { choices, fields, presets } from './german-names.js';

const small = 'keine eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');

/** @param {number} count */
const counted = (count) => small[count] ?? String(count);

/** @param {string[]} words */
const listed = (words) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} und ${words.at(-1)}`;

/** How a signal arrives, beside how it left. @param {string} times */
const sized = (times) => (times === '1' ? 'etwa genauso groß' : `${times}-mal so groß`);

/** @type {typeof import('./english.js').default} */
const german = {
  lang: 'de',
  words: { counted, listed },
  names: {
    preset: (text) => presets[text] ?? text,
    field: (entry) => {
      const [label, help] = fields[entry.name] ?? [entry.label, entry.help];
      return { ...entry, label, help };
    },
    choice: (field, name, label) => choices[field]?.[name] ?? label,
    formula,
  },
  core: {
    notice: (about) => notices[about.code]?.(about),
    problem: (about) => problem(about),
    failed: 'Der Rechenkern ließ sich nicht starten',
  },
  controls: {
    more: 'mehr',
    reset: 'zurücksetzen',
    stop: 'anhalten',
    again: 'noch einmal',
    auto: 'auto',
    show: 'Zeigen',
    as: 'als',
    limits: 'Grenzen von',
    norm: 'Norm',
    series: 'Linie',
    progress: 'wie weit der Lauf ist',
    slider: (name) => `${name}, Schieberegler`,
    each: (label) => `${label} jeder Linie`,
  },
  chart: {
    layer: 'Schicht',
    depth: 'Tiefe',
    seen: 'gesehene Batches',
    row: 'Zeile',
    column: 'Spalte',
    input: 'Eingabe',
    output: 'Ausgabe',
    unit: 'Einheit',
    equal: 'gleich',
    asTable: 'jeder Wert als Tabelle',
    everyValue: 'jeder Wert',
    feature: (feature) => `m${feature}`,
    example: (example) => `b${example}`,
    takeOut: (label) => `${label}: aus der Skala nehmen`,
    at: (value, unit, place) => `${value}, ${unit} ${place}`,
    part: (shown, all) => `Die ersten ${shown} von ${all} Einträgen.`,
    below: (format) => `unter der kleinsten Zahl in ${format}: gespeichert als 0`,
    above: (format) => `über der größten Zahl in ${format}: gespeichert als ∞`,
  },
  quantities: {
    rms: { name: 'RMS des Signals nach jeder Schicht', short: 'RMS' },
    mean: { name: 'Mittel des Signals nach jeder Schicht', short: 'Mittel' },
    std: { name: 'Standardabweichung des Signals nach jeder Schicht', short: 'Std.' },
    cosine: { name: 'mittlerer Kosinus zwischen Beispielen nach jeder Schicht', short: 'Kosinus' },
    zero_fraction: { name: 'Anteil der Aktivierungen, die genau null sind', short: 'Nullen' },
    dead_units: { name: 'Einheiten, die für den ganzen Batch null sind', short: 'tote Einheiten' },
    saturated_fraction: { name: 'Anteil gesättigter Aktivierungen', short: 'gesättigt' },
    nonfinite_count: { name: 'Werte, die nicht endlich sind', short: 'nicht endlich' },
    skip_path: { name: 'Faktor des direkten Wegs ab der Eingabe', short: 'direkter Weg' },
    grad_rms: { name: 'RMS des Verlustgradienten nach jeder Schicht', short: 'Gradienten-RMS' },
    weight_grad_norm: {
      name: 'Norm des Verlustgradienten der Gewichte jeder Schicht',
      short: 'Norm des Gewichts-Gradienten',
    },
  },
  single: {
    gradient_ratio: 'letzte zu erster',
    output_rms: 'RMS der Ausgabe',
    input_rms: 'RMS der Eingabe',
  },
  columns: {
    map: (map) => `, Abbildung ${map}`,
    last: 'letzte Schicht',
    layer: (layer) => `Schicht ${layer}`,
    depth: (depth) => `Tiefe ${depth}`,
    verdict: 'Befund',
  },
  verdicts: {
    alone: {
      stable: ({ value }) => `das Signal kommt ${sized(value)} an, und ein Gradient kommt zurück`,
      signal_zero: ({ value, layer }) =>
        `ab Schicht ${layer} ist vom Signal nichts übrig: sein RMS ist ${value}`,
      signal_vanishes: ({ value }) => `das Signal verschwindet: ${value} davon kommt an`,
      signal_explodes: ({ value }) => `das Signal explodiert: es kommt ${value}-mal so groß an`,
      not_finite: ({ value, layer }) =>
        `ab Schicht ${layer} ist das Signal nicht mehr endlich: sein RMS ist ${value}`,
      gradient_vanishes: ({ value }) =>
        `der Gradient verschwindet: in der ersten Schicht ${value}-mal kleiner als in der letzten`,
      gradient_explodes: ({ inverse }) =>
        `der Gradient explodiert: in der ersten Schicht ${inverse}-mal größer als in der letzten`,
      gradient_zero: ({ value }) => `die erste Schicht bekommt keinen Gradienten: seine Norm ist ${value}`,
      gradient_not_finite: ({ value, layer }) =>
        `in Schicht ${layer} ist der Gradient nicht mehr endlich: seine Norm ist ${value}`,
      loss_constant: ({ value }) =>
        `dieser Verlust ist hinter der Norm konstant, sein Gradient also null durch die Bauart: ${value} in der ersten Schicht`,
    },
    together: {
      signal_zero: (names, many) => `${names} ${many ? 'enden' : 'endet'} in Nullen`,
      signal_vanishes: (names, many) => `${names} ${many ? 'verschwinden' : 'verschwindet'}`,
      signal_explodes: (names, many) => `${names} ${many ? 'explodieren' : 'explodiert'}`,
      not_finite: (names, many) => `${names} ${many ? 'sind' : 'ist'} nicht mehr endlich`,
    },
    all: (count, sizes) => `${count === 2 ? 'beide' : `alle ${counted(count)}`} kommen an: ${sizes}`,
    only: (name, factor) => `nur ${name} kommt an, ${sized(factor)}`,
    some: (names, fates) => `${names} kommen an, ${fates}`,
    none: (count, sizes) => `von ${counted(count)} Linien kommt keine an, wie sie ausging: ${sizes}`,
    level: (value, names) => `${value} (${names.join('; ')})`,
    levels: (short, levels) => `${short} in der letzten Schicht: ${levels}`,
    noGradient: (names) => `kein Gradient zum Vergleichen: ${listed(names)}`,
    smaller: (times) => `${times}-mal kleiner`,
    larger: (times) => `${times}-mal größer`,
    gradient: (name, ofWeights, ratio) =>
      `${name}: der ${ofWeights ? 'Gewichtsgradient' : 'Gradient'} ist in der ersten Schicht ${ratio} als in der letzten`,
  },
  run: {
    stack: (depth, activation, blocks) => {
      const one = depth === '1';
      const unit = blocks ? (one ? 'Block' : 'Blöcke') : one ? 'Schicht' : 'Schichten';
      const counts = depth === 'L' ? `Tiefe L, ${unit}` : `${depth} ${unit}`;
      return activation ? `${counts} mit ${activation}` : counts;
    },
    width: (width) => `Breite ${width}`,
    batch: (batch) => `Batch ${batch}`,
    seed: (stream, seed) => `Startwert ${seed} (${stream})`,
    setting: (label, value) => `${label} ${value}`,
    part: (field, value) => `${field === 'weight_std' ? 'Std.' : (fields[field]?.[0] ?? field)} ${value}`,
    matrix: (examples, features) => `${examples} Beispiele × ${features} Merkmale`,
    features: (features) => `${features} Merkmale`,
  },
  link: {
    version: (was, version) => `v: war „${was}“; erlaubt ist ${version}. Was vom Link bekannt ist, gilt.`,
    tooMany: (left, most) => `Der Link hat ${left} Felder mehr als die ${most}, die angesehen werden.`,
    setting: (name, was, may) =>
      may
        ? `${name}: war „${was}“; erlaubt ist eines von ${may}.`
        : `${name}: war „${was}“; dieses Diagramm hat eine Ansicht.`,
    cell: (name, was, rows, columns) =>
      `${name}: war „${was}“; erlaubt ist eine Zahl in cell.1.1 bis cell.${rows}.${columns}.`,
    more: (left) => `${left} weitere Felder des Links sind nicht zu gebrauchen.`,
    series: (field, series, last) =>
      `${field}.${series}: Diese Reihe gibt es nicht; erlaubt ist ${field}.0${last ? ` bis ${field}.${last}` : ''}.`,
  },
  take: {
    title: 'mitnehmen',
    numpy: 'als NumPy kopieren',
    pytorch: 'als PyTorch kopieren',
    link: 'Link',
    frame: 'Rahmen',
    element: 'Element',
    text: 'was mitgenommen wurde',
    copied: (what) => `Kopiert: ${what}.`,
    select: (what) => `Die Zwischenablage ist hier gesperrt. Auswählen und kopieren: ${what}.`,
    saved: (name) => `Gespeichert als ${name}.`,
    refused: (name) =>
      `Dieser Rahmen darf keine Datei speichern: ${name}. Der Link öffnet das Diagramm auf einer Seite, die es darf.`,
    noProgram: (what) => `Für diese Felder gibt es kein kurzes Programm mit ${what}.`,
  },
  signal: {
    views: {
      rms: 'vorwärts',
      grad_rms: 'rückwärts',
      'weight_grad_norm[0]': 'Gewichtsgradienten',
      'weight_grad_norm[1]': 'Gewichtsgradienten, zweite Abbildung',
      skip_path: 'direkter Weg',
    },
    value: 'Wert',
    factor: 'Faktor je Schicht',
    factorOf: (quantity) =>
      `Faktor je Schicht, ${quantity.replace(/ (nach jeder Schicht|jeder Schicht)$/, '')}`,
    stopped: 'Angehalten. Die Linien enden, wo der Lauf endete.',
    computed: (milliseconds) =>
      `In diesem Browser gerechnet, Arbeit für ${
        milliseconds < 1
          ? 'weniger als eine Millisekunde'
          : milliseconds < 1000
            ? `${Math.round(milliseconds)} ms`
            : `${(milliseconds / 1000).toFixed(1)} s`
      }.`,
    asTable: 'jede Schicht als Tabelle',
    everyLayer: 'jede Schicht',
  },
  bench: {
    title: 'Die Werkbank',
    lead: 'Eigene Läufe',
    stack: 'das Netz',
    weights: 'die Gewichte',
    norm: 'die Norm',
    run: 'der Lauf',
    of: (legend, name) => `${legend} von ${name}`,
    add: (name) => `Kopie von ${name} anlegen`,
    remove: (name) => `${name} entfernen`,
    defaults: 'jedes Feld auf seiner Vorgabe',
  },
  cost: {
    rows: {
      layer_norm: 'LayerNorm',
      rms_norm: 'RMSNorm',
      block: 'ein ganzer Feedforward-Block',
      share_of_norm: 'das Mittel, als Anteil von LayerNorm',
      share_of_block: 'das Mittel, als Anteil des Blocks',
    },
    title: 'Noch nicht gemessen',
    finding: (ofNorm, ofBlock, sure) =>
      `Das Mittel kostet ${ofNorm} von LayerNorm und ${ofBlock} des Blocks${sure ? '' : ' (im Rauschen dieser Messung)'}`,
    before: 'der Knopf startet die Messung; sie dauert etwa eine Sekunde',
    rounds: (rounds) => `vorwärts, abwechselnd, ${rounds} Runden`,
    how: 'Median und Quartile, in diesem Browser',
    median: 'Median',
    first: 'erstes Quartil',
    third: 'drittes Quartil',
    running: 'misst …',
    again: 'noch einmal messen',
    measure: 'messen',
  },
  depths: {
    views: {
      'weight_grad_norm[1]@last': {
        label: 'Gradient der letzten Schicht',
        short: 'der Gewichtsgradient der zweiten Abbildung der letzten Schicht',
      },
      'rms@last': { label: 'Wachstum', short: 'der RMS nach dem letzten Block' },
      'skip_path@last': { label: 'direkter Weg', short: 'der Faktor des direkten Wegs' },
    },
    guide: 'wie 1/√L',
    before: 'Dieselben drei Netze in fünf Tiefen',
    finding: (view, from, to, parts) => `${view}, ${from} bis ${to} Blöcke: ${parts}`,
  },
  jacobian: {
    finding: (label, rank, of, median) =>
      `${label}: Rang ${rank} von ${of}, Median der Singulärwerte ${median}`,
    quantity: (example) => `Singulärwerte von ∂(Schicht)/∂(Eingabe), Beispiel ${example}`,
    running: 'Die Matrizen werden gerechnet …',
    legend: 'Der Strich ist der Median; was genau 0 ist, liegt in der Spur darunter.',
    largest: 'größter',
    median: 'Median',
    rank: 'Rang',
    number: 'Singulärwert',
  },
  momentum: {
    mean: 'laufendes Mittel',
    variance: 'laufende Varianz',
    each: 'jeder Batch',
    by: (value, name) => `${value} nach der Statistik von ${name}`,
    finding: (input, train, inference) =>
      `Eine Eingabe, ${input}: ${train} im Training, bei der Inferenz ${inference.join(' und ')}`,
    what: (label) => `${label} von Merkmal 1 nach jedem Batch`,
    source: 'woher die Statistiken kommen',
    training: 'im Training',
    alone: 'dieser Batch allein; er speichert die unverzerrte Varianz, ',
    seen: (count) => `${count} Batch${count === 1 ? '' : 'es'} gesehen`,
  },
  statistic: { mean: 'Mittel', variance: 'Varianz', meanSquare: 'mittleres Quadrat', output: 'Ausgabe' },
  neighbours: {
    part: (name, moved, all) => `${name}: ${counted(moved)} von ${counted(all)} Ausgaben`,
    finding: (parts) => `Was sich mit den Nachbarn ändert: ${parts}`,
    what: (others) => `die Ausgabe eines Beispiels unter ${others} anderen, dreimal`,
    seeds: (stream, first, last) => `Startwerte ${first} bis ${last} (${stream})`,
    among: (name, letter) => `${name}, Nachbarn ${letter}`,
  },
  normalise: {
    output_mean_max: 'größtes Mittel der Ausgabe',
    output_std_min: 'kleinste Standardabweichung',
    mean_scatter: 'Streuung der Mittel',
  },
  padding: {
    part: (label, mean, count) => `${label} ${mean} aus ${count} Werten`,
    finding: (parts) => `Erstes Mittel: ${parts}`,
    mask: 'die Maske sagt, was Daten sind',
    example: (example) => `Beispiel ${example}`,
  },
  scatter: {
    of: (value) => `Streuung ${value}`,
    part: (value, name) => `${value} bei ${name}`,
    finding: (parts) => `Streuung der Mittel: ${parts}`,
    what: 'ein Punkt je Mittel, nach Merkmal bei BatchNorm, nach Beispiel bei LayerNorm',
    ones: (outputs) => `von ${outputs} Ausgaben sind 1.0000 oder −1.0000`,
    outputs: 'alles, was die Norm verlässt',
  },
  statistics: {
    title: 'Worüber eine Norm mittelt',
    padding: (name, example) => `${name}: die Auffüllung von Beispiel ${example} geht in keine Statistik ein`,
    shares: (name, byFeature, at, others) => {
      const words = others === 0 ? 'keiner' : others === 1 ? 'einer' : counted(others);
      return `${name}: eine Zelle von ${byFeature ? 'Merkmal' : 'Beispiel'} ${at} teilt ihre Statistik mit ${words} anderen`;
    },
    text: 'die Matrix des Textes',
    edits: (cells, outputs) =>
      `${counted(cells)} ${cells === 1 ? 'Zelle' : 'Zellen'} geändert, ${counted(outputs)} ${outputs === 1 ? 'Ausgabe' : 'Ausgaben'} verschoben`,
    cell: (example, feature) => `Eingabe von Beispiel ${example}, Merkmal ${feature}`,
    help: 'Der Wert der gewählten Zelle.',
    caption: 'Statistiken',
    values: 'Werte',
    feature: (feature) => `Merkmal ${feature}`,
    example: (example) => `Beispiel ${example}`,
    group: (example, group) => `b${example}, Gruppe ${group}`,
  },
  symmetry: {
    columns: (distinct, all) => {
      if (all === 1) return 'es gibt eine Spalte';
      if (distinct === 1) return `alle ${counted(all)} Spalten sind gleich`;
      return distinct === all
        ? `alle ${counted(all)} sind verschieden`
        : `${counted(distinct)} von ${counted(all)} sind verschieden`;
    },
    what: 'Verlustgradient der Gewichte der ersten Schicht',
    network: (inputs, hidden, batch) =>
      `${inputs} Eingaben, ${hidden} verborgene ReLU-Einheiten, Batch ${batch}`,
    differ: 'Verschiedene Spalten:',
    of: (columns) => `von ${columns}`,
  },
};

export default frozen(german);
