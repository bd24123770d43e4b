/**
 * Field types of resource definitions. The server builds DTOs and OpenAPI schemas from them; the admin builds list
 * columns, filters, inputs, form rules and translation keys.
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

/** Options of every field. */
export interface FieldOptions {
  /** Required on create and can never become empty. Otherwise the value can be null. */
  required?: boolean;
  /** Default on create; the field is then never null, unless it is `nullable`. */
  initial?: string | number | boolean;
  /** With an `initial`: the field can still be emptied. */
  nullable?: true;
  /** `none`: computed by the server, rejected on create. `create`: fixed once the row exists. */
  write?: 'always' | 'create' | 'none';
  /** In lists: shown by default, offered by the column chooser, or never. */
  list?: 'shown' | 'hidden' | 'never';
  filter?: boolean;
  /** Needs an index on (customer_id, column, id); test/size checks that pages read no more rows than shown. */
  sort?: boolean;
  /** Entity column to sort by if the field's own is too long for an index. */
  sort_as?: string;
  /** Included in the `q=` search. */
  search?: boolean;
  /** Form section (translation key `<resource>.sections.<section>`). */
  section?: string;
  example?: string | number | boolean | readonly string[];
  /** State of the row: always in lists, shown as a tag. */
  status?: true;
  /** Labels of choices that are the same in every language; otherwise they are translated. */
  names?: Readonly<Record<string, string>>;
  /** Allows line breaks. */
  lines?: boolean;
  /** false: accepted in imported files, but not part of the import template. */
  template?: false;
  /** The entity has a normalized `<name>_sort` column; sorting and filters use it. */
  folded?: boolean;
  /** The entity has a unique `<name>_key` column (trimmed, NFKC, lower case). */
  keyed?: boolean;
}

export interface Field<T = unknown> extends Readonly<FieldOptions> {
  readonly kind: FieldKind;
  readonly max?: number;
  readonly min?: number;
  readonly pattern?: string;
  readonly choices?: readonly string[];
  /** ref / refMany: name of the referenced resource. */
  readonly resource?: string;
  /** Phantom: carries the JSON type. Never present at run time. */
  readonly __type?: T;
}

type NullIfOptional<O> = O extends { required: true }
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
): Field<string | NullIfOptional<O>> => ({ kind: 'text', sort: true, filter: true, ...options });

/** Name of a record, unique per customer. */
export const uniqueName = <const O extends FieldOptions>(max: number, options: O) =>
  text({ max, required: true, keyed: true, folded: true, list: 'shown', search: true, ...options });

/** Short code of a record, unique per customer. */
export const uniqueCode = <const O extends FieldOptions>(options: O) =>
  text({ max: 40, required: true, keyed: true, list: 'shown', search: true, ...options });

export const email = <const O extends FieldOptions>(options?: O): Field<string | NullIfOptional<O>> => ({
  kind: 'email',
  max: 254,
  sort: true,
  filter: true,
  ...options,
});

/** `digits` fixes the number of digits (the registration's mobile number: exactly 10). */
export const phone = <const O extends FieldOptions & { digits?: number }>(
  options?: O,
): Field<string | NullIfOptional<O>> => {
  const { digits, ...rest } = options ?? ({} as O);
  return {
    kind: 'phone',
    max: digits ?? 20,
    pattern: digits ? `^\\d{${digits}}$` : '^\\+?[0-9][0-9 ()./-]{3,18}$',
    ...rest,
  };
};

export const url = <const O extends FieldOptions & { max?: number }>(
  options?: O,
): Field<string | NullIfOptional<O>> => ({
  kind: 'url',
  max: 2000,
  ...options,
});

export const integer = <const O extends FieldOptions & { min?: number; max?: number }>(
  options?: O,
): Field<number | NullIfOptional<O>> => ({
  kind: 'whole',
  min: 0,
  max: 2_000_000_000,
  sort: true,
  filter: true,
  ...options,
});

/** Whole minor units (cents, paise); the currency is a field of its own. */
export const money = <const O extends FieldOptions>(options?: O): Field<number | NullIfOptional<O>> => ({
  kind: 'money',
  min: 0,
  max: 1_000_000_000_000,
  sort: true,
  filter: true,
  ...options,
});

/** A calendar day of the customer, `2025-03-01`. */
export const day = <const O extends FieldOptions>(options?: O): Field<string | NullIfOptional<O>> => ({
  kind: 'day',
  max: 10,
  sort: true,
  filter: true,
  ...options,
});

/** UTC, ISO 8601 with milliseconds on the wire; milliseconds since 1970 in the database. */
export const instant = <const O extends FieldOptions>(options?: O): Field<string | NullIfOptional<O>> => ({
  kind: 'instant',
  sort: true,
  filter: true,
  ...options,
});

export const choice = <const C extends readonly string[], const O extends FieldOptions>(
  choices: C,
  options?: O,
): Field<C[number] | NullIfOptional<O>> => ({
  kind: 'choice',
  choices,
  max: 24,
  sort: true,
  filter: true,
  ...options,
});

/** A choice that is the row's state. */
export const status = <const C extends readonly string[], const O extends FieldOptions>(
  choices: C,
  options?: O,
): Field<C[number] | NullIfOptional<O>> => ({ ...choice(choices, options), status: true });

/** Status of resources with `archives`. */
export const archiveStatus = () => status(['active', 'archived'], { write: 'none', initial: 'active', list: 'shown' });

export const flag = <const O extends FieldOptions & { initial: boolean }>(options: O): Field<boolean> => ({
  kind: 'flag',
  filter: true,
  ...options,
});

export const ref = <const O extends FieldOptions>(
  resource: string,
  options?: O,
): Field<string | NullIfOptional<O>> => ({
  kind: 'ref',
  resource,
  filter: true,
  ...options,
});

/** A set of ids. Never null: empty list for none. */
export const refMany = <const O extends FieldOptions & { max?: number }>(
  resource: string,
  options?: O,
): Field<string[]> => ({ kind: 'refMany', resource, max: 1000, ...options });

/** 0–4 on the customer's scale (docs/skill-levels.md). */
export const level = <const O extends FieldOptions & { min?: number }>(
  options?: O,
): Field<number | NullIfOptional<O>> => ({
  kind: 'level',
  min: 0,
  max: 4,
  sort: true,
  filter: true,
  ...options,
});

/** Plain text with line breaks. */
export const multiline = <const O extends FieldOptions & { max?: number; min?: number }>(
  options?: O,
): Field<string | NullIfOptional<O>> => ({ kind: 'text', lines: true, max: 10_000, list: 'never', ...options });

/** CommonMark (docs/text-and-files.md). */
export const markdown = <const O extends FieldOptions & { max?: number }>(
  options?: O,
): Field<string | NullIfOptional<O>> => ({
  kind: 'markdown',
  max: 10_000,
  list: 'never',
  ...options,
});

export const color = <const O extends FieldOptions>(options?: O): Field<string | NullIfOptional<O>> => ({
  kind: 'color',
  max: 7,
  pattern: '^#[0-9a-fA-F]{6}$',
  ...options,
});

export type Fields = Readonly<Record<string, Field>>;
export type ValueOf<F> = F extends Field<infer T> ? T : never;
