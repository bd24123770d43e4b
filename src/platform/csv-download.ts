import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BYTE_ORDER_MARK, csvLines, type CsvValue } from './csv';
import type { LongRead } from './long-reads';
import { SpooledTexts } from './spooled-texts';

/** What a file is made of. */
export interface Table<R> {
  what: LongRead;
  columns: readonly string[];
  /** Some rows at a time. */
  parts: AsyncGenerator<readonly R[]>;
  cells: (row: R) => readonly CsvValue[];
}

/** Tables as CSV files. */
@Injectable()
export class CsvDownloads {
  constructor(private readonly texts: SpooledTexts) {}

  /** @param begins after the first part, before anything is sent */
  open<R>({ what, columns, parts, cells }: Table<R>, begins?: () => Promise<unknown>): Promise<Readable> {
    const head = BYTE_ORDER_MARK + csvLines([columns]);
    const asText = (rows: readonly R[], isFirst: boolean): string => (isFirst ? head : '') + csvLines(rows.map(cells));
    return this.texts.open({ what, parts, asText }, begins);
  }
}
