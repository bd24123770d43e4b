import { AppError, InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';

export class NoImportFile extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'unsupported_media',
      message: 'Send the file as application/octet-stream.',
    });
  }
}

/** What is looked at and begun is one and the same: columns are read, and checked, before. */
export class ImportNotChecked extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'import_not_checked',
      message: 'This file is not checked yet. Check it, review the result, then import it.',
    });
  }
}

export class ImportBegun extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'import_begun',
      message: 'This file is already being imported. Upload it again to import it another time.',
    });
  }
}

/** All or nothing was asked for, and not all is right. */
export class ImportRefused extends AppError {
  constructor(rows: number) {
    super({
      kind: 'refused',
      code: 'import_refused',
      message: `${rows} rows cannot be imported, so nothing was imported. Correct them, or import only the valid rows.`,
      facts: { rows },
    });
  }
}

/** Nothing would be imported. */
export class NothingToImport extends AppError {
  constructor() {
    super({ kind: 'refused', code: 'import_nothing', message: 'No row in this file would create or change anything.' });
  }
}

/** Two columns have the name of one field. */
export class HeadsTwice extends AppError {
  /** @param first,second numbers of the columns, from 1 */
  constructor(name: string, first: number, second: number) {
    super({
      kind: 'refused',
      code: 'table_heads_twice',
      message: `Columns ${first} and ${second} are both called “${name}”. Rename or remove one.`,
      facts: { name, first, second },
    });
  }
}

/** By nothing else is it known which row is which. */
export class KeyColumnMissing extends InvalidFields {
  constructor(key: string) {
    const message = `Choose the column with ${key}. It identifies the rows.`;
    super({ columns: [fieldError('required', message)] });
  }
}
