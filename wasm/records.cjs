// Emscripten library: looks at a JavaScript value once, inside a try, and says what each field holds. Problems get
// their text in C++, so a field that no verb can take is only classified here.
//
// The answer is a list of [name, kind, content]:
//   flag, number, word    content is the value
//   list                  content is a Float64Array
//   matrix                content is { rows, columns, values: Float64Array }
//   ragged, not_numbers, too_long, other    content is a word for the message
// or, where the whole is no record, one entry of the kind `no_record`.

mergeInto(LibraryManager.library, {
  // More numbers or characters than any verb can use: refused before they are copied into WebAssembly's memory.
  $signalscopeLimit: 1 << 24,

  $signalscopeKind: function (value) {
    if (value === null) return 'null';
    if (Array.isArray(value)) return 'list';
    return typeof value;
  },

  $signalscopeIsList: function (value) {
    return Array.isArray(value) || (ArrayBuffer.isView(value) && typeof value.length === 'number');
  },

  // Copies `count` numbers from `list`; false where one of them is none. A hole counts as no number.
  $signalscopeCopyNumbers: function (list, count, target, start) {
    for (let index = 0; index < count; index += 1) {
      const number = list[index];
      if (typeof number !== 'number') return false;
      target[start + index] = number;
    }
    return true;
  },

  $signalscopeReadList__deps: ['$signalscopeLimit', '$signalscopeCopyNumbers'],
  $signalscopeReadList: function (list) {
    const length = list.length;
    if (length > signalscopeLimit) return ['too_long', length + ' numbers'];
    const values = new Float64Array(length);
    return signalscopeCopyNumbers(list, length, values, 0) ? ['list', values] : ['not_numbers', 'list'];
  },

  $signalscopeReadRows__deps: ['$signalscopeLimit', '$signalscopeIsList', '$signalscopeCopyNumbers'],
  $signalscopeReadRows: function (list) {
    const rows = list.length;
    const columns = list[0].length;
    if (rows * columns > signalscopeLimit || rows > signalscopeLimit) return ['too_long', rows + ' rows'];
    const values = new Float64Array(rows * columns);
    for (let row = 0; row < rows; row += 1) {
      const line = list[row];
      if (!signalscopeIsList(line) || line.length !== columns) return ['ragged', 'rows'];
      if (!signalscopeCopyNumbers(line, columns, values, row * columns)) return ['not_numbers', 'matrix'];
    }
    return ['matrix', { rows: rows, columns: columns, values: values }];
  },

  // A matrix in the form in which a verb gives one back.
  $signalscopeReadMatrix__deps: ['$signalscopeIsList', '$signalscopeReadList'],
  $signalscopeReadMatrix: function (matrix) {
    const rows = matrix.rows;
    const columns = matrix.columns;
    if (!signalscopeIsList(matrix.values)) return ['other', 'object'];
    const whole = Number.isSafeInteger(rows) && Number.isSafeInteger(columns) && rows >= 0 && columns >= 0;
    const read = signalscopeReadList(matrix.values);
    if (read[0] !== 'list') return read;
    if (!whole || rows * columns !== read[1].length) return ['ragged', 'matrix'];
    return ['matrix', { rows: rows, columns: columns, values: read[1] }];
  },

  $signalscopeReadValue__deps: [
    '$signalscopeLimit',
    '$signalscopeKind',
    '$signalscopeIsList',
    '$signalscopeReadList',
    '$signalscopeReadRows',
    '$signalscopeReadMatrix',
  ],
  $signalscopeReadValue: function (value) {
    if (typeof value === 'boolean') return ['flag', value];
    if (typeof value === 'number') return ['number', value];
    if (typeof value === 'string') {
      return value.length > signalscopeLimit ? ['too_long', value.length + ' characters'] : ['word', value];
    }
    if (signalscopeIsList(value)) {
      return value.length > 0 && signalscopeIsList(value[0])
        ? signalscopeReadRows(value)
        : signalscopeReadList(value);
    }
    if (typeof value === 'object' && value !== null) return signalscopeReadMatrix(value);
    return ['other', signalscopeKind(value)];
  },

  signalscope_read_record__deps: [
    '$Emval',
    '$signalscopeKind',
    '$signalscopeIsList',
    '$signalscopeReadValue',
  ],
  signalscope_read_record: function (handle) {
    const entries = [];
    let name = null;
    try {
      const record = Emval.toValue(handle);
      if (typeof record !== 'object' || record === null || signalscopeIsList(record)) {
        return Emval.toHandle([['', 'no_record', signalscopeKind(record)]]);
      }
      const names = Object.keys(record);
      for (let index = 0; index < names.length; index += 1) {
        name = names[index];
        entries.push([name].concat(signalscopeReadValue(record[name])));
      }
    } catch (error) {
      // A getter or a proxy of the caller threw: that field has no value.
      entries.push(name === null ? ['', 'no_record', 'unreadable'] : [name, 'other', 'unreadable']);
    }
    return Emval.toHandle(entries);
  },
});
