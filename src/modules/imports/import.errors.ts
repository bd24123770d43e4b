import { AppError, InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';

export class MissingImportFileError extends AppError {
  constructor() {
    super({
      kind: 'unsupported_media',
      code: 'unsupported_media',
      message: 'Send the file as application/octet-stream.',
    });
  }
}

/** An import starts only with the result of a complete check. */
export class ImportNotCheckedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'import_not_checked',
      message: 'This file is not checked yet. Check it, review the result, then import it.',
    });
  }
}

export class ImportAlreadyStartedError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'import_begun',
      message: 'This file is already being imported. Upload it again to import it another time.',
    });
  }
}

/** Mode `all`: at least one row has an error. */
export class ImportRefusedError extends AppError {
  constructor(rows: number) {
    super({
      kind: 'refused',
      code: 'import_refused',
      message: `${rows} rows cannot be imported, so nothing was imported. Correct them, or import only the valid rows.`,
      facts: { rows },
    });
  }
}

export class NothingToImportError extends AppError {
  constructor() {
    super({ kind: 'refused', code: 'import_nothing', message: 'No row in this file would create or change anything.' });
  }
}

export class DuplicateHeadersError extends AppError {
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

export class KeyColumnMissingError extends InvalidFieldsError {
  constructor(key: string) {
    const message = `Choose the column with ${key}. It identifies the rows.`;
    super({ columns: [fieldError('required', message)] });
  }
}
