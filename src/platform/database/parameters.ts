import type { SqlValue } from './database';

/** A statement, or a part of one, with `?` and a value for each of them. */
export interface Sql {
  text: string;
  values: SqlValue[];
}

/** Names are plain words (naming.ts), so quotes around them say nothing. */
const QUOTES = /["`]/g;

/** The named parameters of one statement; its builders and subqueries share them. */
export class Parameters {
  readonly values: Record<string, SqlValue> = {};
  private count = 0;

  /** @returns the placeholder */
  add(value: SqlValue): string {
    const name = `p${this.count++}`;
    this.values[name] = value;
    return `:${name}`;
  }

  addList(values: readonly SqlValue[]): string {
    return values.map((value) => this.add(value)).join(', ');
  }

  /** @returns the text with names in place of its `?` */
  addSql({ text, values }: Sql): string {
    let at = 0;
    return text.replace(/\?/g, () => this.add(values[at++]!));
  }

  /**
   * A builder's text as `Database` takes it. `getQueryAndParameters` would write numbers into the text on SQLite, which
   * remembers prepared statements by their texts.
   */
  bind(text: string, others: Readonly<Record<string, SqlValue>> = {}): Sql {
    const all = { ...others, ...this.values };
    const values: SqlValue[] = [];
    const statement = text.replace(QUOTES, '').replace(/:(\w+)/g, (whole, name: string) => {
      if (!(name in all)) return whole;
      values.push(all[name]!);
      return '?';
    });
    return { text: statement, values };
  }
}
