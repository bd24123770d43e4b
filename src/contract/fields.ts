/**
 * The vocabulary in which a resource is described once: from a definition come the DTO and its OpenAPI schema on the
 * server, and the list columns, filters, inputs, form rules and translation keys in the admin (house.md §3).
 * Plain data: no Nest, no TypeORM, no React.
 */

export type FieldKind =
  | 'id'
  | 'text'
  | 'email'
  | 'phone'
  | 'url'
  | 'whole'
  | 'money'
  | 'day'
  | 'instant'
  | 'choice'
  | 'flag'
  | 'ref'
  | 'refMany'
  | 'level'
  | 'markdown'
  | 'color';

/** Facets every field may carry. `T` is the JSON type of its value and exists only for the compiler. */
export interface FieldOptions {
  /** Must be given on create and may never become empty. Without it the value may be null. */
  required?: boolean;
  /** Written when a create leaves the field out; the field is then never null, unless it is `nullable`. */
  initial?: string | number | boolean;
  /** Beside an `initial`: the field may be emptied all the same. */
  nullable?: true;
  /** `none`: the server computes it and refuses it on create. `create`: fixed once the row exists. */
  write?: 'always' | 'create' | 'none';
  /** In the list: shown at first, offered by the column chooser, or never. */
  list?: 'shown' | 'hidden' | 'never';
  filter?: boolean;
  /**
   * Offered where an index serves it, behind customer_id and before the row's own id, so that a page reads no more rows
   * than it shows (speed.md); test/size walks them all.
   */
  sort?: boolean;
  /** The entity's column that it is sorted by, where its own is too long for an index. */
  sort_as?: string;
  /** `q=` looks here. */
  search?: boolean;
  /** The form section (translation key `<resource>.sections.<section>`). */
  section?: string;
  example?: string | number | boolean | readonly string[];
  /** What state the row is in: lists always have it, and show it as a tag. */
  status?: true;
  /** What choices are called in every language; without it each language has its own words for them. */
  names?: Readonly<Record<string, string>>;
  /** Text that may run over several lines; all other text stands on one. */
  lines?: boolean;
  /** false: a file may say it (an export does), but nobody is asked to fill it in. */
  template?: false;
  /** Entity has a `<name>_sort` column (platform/folded.ts): sorting and every filter use it. */
  folded?: boolean;
  /** Entity has a unique `<name>_key` column (trimmed, NFKC, lower case). */
  keyed?: boolean;
}

export interface Field<T = unknown> extends Readonly<FieldOptions> {
  readonly kind: FieldKind;
  readonly max?: number;
  readonly min?: number;
  readonly pattern?: string;
  readonly choices?: readonly string[];
  /** ref / refMany: the resource it points to. */
  readonly resource?: string;
  /** Phantom: the JSON type. Never present at run time. */
  readonly __type?: T;
}

type Empty<O> = O extends { required: true }
  ? never
  : O extends { nullable: true }
    ? null
    : O extends { initial: unknown }
      ? never
      : null;

export const id = <const O extends FieldOptions>(options?: O): Field<string> => ({
  kind: 'id',
  write: 'none',
  list: 'never',
  ...options,
});

export const text = <const O extends FieldOptions & { max: number; min?: number; pattern?: string }>(
  options: O,
): Field<string | Empty<O>> => ({ kind: 'text', sort: true, filter: true, ...options });

/** What a record is called: no two of an organisation's by the same name. */
export const title = <const O extends FieldOptions>(max: number, options: O) =>
  text({ max, required: true, keyed: true, folded: true, list: 'shown', search: true, ...options });

/** What it is known by for short: no two by the same. */
export const code = <const O extends FieldOptions>(options: O) =>
  text({ max: 40, required: true, keyed: true, list: 'shown', search: true, ...options });

export const email = <const O extends FieldOptions>(options?: O): Field<string | Empty<O>> => ({
  kind: 'email',
  max: 254,
  sort: true,
  filter: true,
  ...options,
});

/** `digits` fixes the number of digits (the registration's mobile number: exactly 10). */
export const phone = <const O extends FieldOptions & { digits?: number }>(options?: O): Field<string | Empty<O>> => {
  const { digits, ...rest } = options ?? ({} as O);
  return {
    kind: 'phone',
    max: digits ?? 20,
    pattern: digits ? `^\\d{${digits}}$` : '^\\+?[0-9][0-9 ()./-]{3,18}$',
    ...rest,
  };
};

export const url = <const O extends FieldOptions & { max?: number }>(options?: O): Field<string | Empty<O>> => ({
  kind: 'url',
  max: 2000,
  ...options,
});

export const whole = <const O extends FieldOptions & { min?: number; max?: number }>(
  options?: O,
): Field<number | Empty<O>> => ({
  kind: 'whole',
  min: 0,
  max: 2_000_000_000,
  sort: true,
  filter: true,
  ...options,
});

/** Whole minor units (cents, paise); the currency is a field of its own. */
export const money = <const O extends FieldOptions>(options?: O): Field<number | Empty<O>> => ({
  kind: 'money',
  min: 0,
  max: 1_000_000_000_000,
  sort: true,
  filter: true,
  ...options,
});

/** A calendar day of the customer, `2025-03-01`. */
export const day = <const O extends FieldOptions>(options?: O): Field<string | Empty<O>> => ({
  kind: 'day',
  max: 10,
  sort: true,
  filter: true,
  ...options,
});

/** UTC, ISO 8601 with milliseconds on the wire; milliseconds since 1970 in the database. */
export const instant = <const O extends FieldOptions>(options?: O): Field<string | Empty<O>> => ({
  kind: 'instant',
  sort: true,
  filter: true,
  ...options,
});

export const choice = <const C extends readonly string[], const O extends FieldOptions>(
  choices: C,
  options?: O,
): Field<C[number] | Empty<O>> => ({
  kind: 'choice',
  choices,
  max: 24,
  sort: true,
  filter: true,
  ...options,
});

/** A choice that tells what state the row is in. */
export const status = <const C extends readonly string[], const O extends FieldOptions>(
  choices: C,
  options?: O,
): Field<C[number] | Empty<O>> => ({ ...choice(choices, options), status: true });

/** What a resource that `archives` says of each: offered, or kept with its history. */
export const shelved = () => status(['active', 'archived'], { write: 'none', initial: 'active', list: 'shown' });

export const flag = <const O extends FieldOptions & { initial: boolean }>(options: O): Field<boolean> => ({
  kind: 'flag',
  filter: true,
  ...options,
});

export const ref = <const O extends FieldOptions>(resource: string, options?: O): Field<string | Empty<O>> => ({
  kind: 'ref',
  resource,
  filter: true,
  ...options,
});

/** A set of ids. Never null: nothing chosen is the empty list. */
export const refMany = <const O extends FieldOptions & { max?: number }>(
  resource: string,
  options?: O,
): Field<string[]> => ({ kind: 'refMany', resource, max: 1000, ...options });

/** 0–4 on the organisation's scale (reports.md §1). */
export const level = <const O extends FieldOptions & { min?: number }>(options?: O): Field<number | Empty<O>> => ({
  kind: 'level',
  min: 0,
  max: 4,
  sort: true,
  filter: true,
  ...options,
});

/** Plain text with line breaks, shown as it was typed. */
export const multiline = <const O extends FieldOptions & { max?: number; min?: number }>(
  options?: O,
): Field<string | Empty<O>> => ({ kind: 'text', lines: true, max: 10_000, list: 'never', ...options });

/** CommonMark (docs/text-and-files.md). */
export const markdown = <const O extends FieldOptions & { max?: number }>(options?: O): Field<string | Empty<O>> => ({
  kind: 'markdown',
  max: 10_000,
  list: 'never',
  ...options,
});

export const color = <const O extends FieldOptions>(options?: O): Field<string | Empty<O>> => ({
  kind: 'color',
  max: 7,
  pattern: '^#[0-9a-fA-F]{6}$',
  ...options,
});

export type Fields = Readonly<Record<string, Field>>;
export type ValueOf<F> = F extends Field<infer T> ? T : never;
