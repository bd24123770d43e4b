import type { SqlValue } from './database';

/** A statement or part of one, with `?` and one value for each. */
export interface Sql {
  text: string;
  values: SqlValue[];
}

/** Names are plain words (naming-strategy.ts) and need no quotes. */
const QUOTES = /["`]/g;

/** Named parameters of one statement, shared by its builders and subqueries. */
export class SqlParameters {
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

  /** @returns the text with named parameters in place of `?` */
  addSql({ text, values }: Sql): string {
    let index = 0;
    return text.replace(/\?/g, () => this.add(values[index++]!));
  }

  /**
   * Converts a builder's text to `?` parameters. `getQueryAndParameters` would inline numbers on SQLite, where prepared
   * statements are cached by text.
   */
  bind(text: string, otherValues: Readonly<Record<string, SqlValue>> = {}): Sql {
    const all = { ...otherValues, ...this.values };
    const values: SqlValue[] = [];
    const statement = text.replace(QUOTES, '').replace(/:(\w+)/g, (match, name: string) => {
      if (!(name in all)) return match;
      values.push(all[name]!);
      return '?';
    });
    return { text: statement, values };
  }
}
