/** The subset of JSON Schema that OpenAPI 3.0 supports. */
export interface OpenApiSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  anyOf?: OpenApiSchema[];
  format?: string;
  enum?: (string | number | null)[];
  nullable?: boolean;
  description?: string;
  example?: unknown;
  required?: string[];
  properties?: Record<string, OpenApiSchema>;
  items?: OpenApiSchema;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: OpenApiSchema;
}

/** Defines a response once: the schema shown in the API document, and its TypeScript type (`Infer`). */
export interface ResponseSchema<T> {
  readonly schema: OpenApiSchema;
  /** Phantom: carries the type. Never present at run time. */
  readonly __type?: T;
}
export type Infer<A> = A extends ResponseSchema<infer T> ? T : never;

type Fields = Readonly<Record<string, ResponseSchema<unknown>>>;
type InferObject<F extends Fields> = { -readonly [K in keyof F]: Infer<F[K]> };

const schemaOf = <T>(schema: OpenApiSchema): ResponseSchema<T> => ({ schema });

export const text = schemaOf<string>({ type: 'string' });
export const id = schemaOf<string>({ type: 'string', format: 'uuid' });
/** Calendar day, `2025-03-01`. */
export const day = schemaOf<string>({ type: 'string', format: 'date' });
export const instant = schemaOf<string>({ type: 'string', format: 'date-time' });
export const integer = schemaOf<number>({ type: 'integer' });
/** Number with at most two decimals: a percentage or marks. */
export const decimal = schemaOf<number>({ type: 'number' });
export const flag = schemaOf<boolean>({ type: 'boolean' });

/** Placeholder value of a text. */
export const textOrNumber = schemaOf<string | number | null>({
  anyOf: [{ type: 'string', nullable: true }, { type: 'number' }],
});
/** Placeholder value or condition of a text. */
export const scalar = schemaOf<string | number | boolean | null>({
  anyOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
});

/** `[from, to]` */
export const range = schemaOf<readonly [number, number]>({
  type: 'array',
  items: { type: 'integer' },
  minItems: 2,
  maxItems: 2,
});

export const numberEnum = <const N extends number>(values: readonly N[]): ResponseSchema<N> =>
  schemaOf({ type: 'integer', enum: [...values] });

export const stringEnum = <const W extends string>(values: readonly W[]): ResponseSchema<W> =>
  schemaOf({ type: 'string', enum: [...values] });

export const nullable = <T>({ schema }: ResponseSchema<T>): ResponseSchema<T | null> =>
  schemaOf({ ...schema, nullable: true, ...(schema.enum && { enum: [...schema.enum, null] }) });

export const withDescription = <T>({ schema }: ResponseSchema<T>, description: string): ResponseSchema<T> =>
  schemaOf({ ...schema, description });

export const withExample = <T>({ schema }: ResponseSchema<T>, example: NoInfer<T>): ResponseSchema<T> =>
  schemaOf({ ...schema, example });

export const listOf = <T>({ schema }: ResponseSchema<T>): ResponseSchema<readonly T[]> =>
  schemaOf({ type: 'array', items: schema });

/** Object with arbitrary keys and one value type. */
export const mapOf = <T>({ schema }: ResponseSchema<T>): ResponseSchema<Readonly<Record<string, T>>> =>
  schemaOf({ type: 'object', additionalProperties: schema });

/** Object in which all these properties are required. */
export const objectOf = <const F extends Fields>(properties: F): ResponseSchema<InferObject<F>> =>
  schemaOf({
    type: 'object',
    required: Object.keys(properties),
    properties: Object.fromEntries(Object.entries(properties).map(([name, { schema }]) => [name, schema])),
  });
