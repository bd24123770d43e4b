/** What stands in the API document: the part of JSON Schema that OpenAPI 3.0 has. */
export interface AnswerSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  anyOf?: AnswerSchema[];
  format?: string;
  enum?: (string | number | null)[];
  nullable?: boolean;
  description?: string;
  example?: unknown;
  required?: string[];
  properties?: Record<string, AnswerSchema>;
  items?: AnswerSchema;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: AnswerSchema;
}

/** What an answer is made of, said once: the schema that the API document shows, and the type `Of` it. */
export interface Answer<T> {
  readonly schema: AnswerSchema;
  /** Never there at run time: it carries the type. */
  readonly is?: T;
}
export type Of<A> = A extends Answer<infer T> ? T : never;

type Fields = Readonly<Record<string, Answer<unknown>>>;
type ObjectOf<F extends Fields> = { -readonly [K in keyof F]: Of<F[K]> };

const plain = <T>(schema: AnswerSchema): Answer<T> => ({ schema });

export const text = plain<string>({ type: 'string' });
export const id = plain<string>({ type: 'string', format: 'uuid' });
/** A calendar day like 2025-03-01. */
export const day = plain<string>({ type: 'string', format: 'date' });
export const instant = plain<string>({ type: 'string', format: 'date-time' });
export const whole = plain<number>({ type: 'integer' });
/** Not always whole: a percentage or marks, with at most two decimals. */
export const decimal = plain<number>({ type: 'number' });
export const flag = plain<boolean>({ type: 'boolean' });

/** What a sentence is filled with. */
export const wordOrFigure = plain<string | number | null>({
  anyOf: [{ type: 'string', nullable: true }, { type: 'number' }],
});
/** A fact of a sentence: a word, a figure, or whether something is so. */
export const fact = plain<string | number | boolean | null>({
  anyOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
});

/** From and to. */
export const range = plain<readonly [number, number]>({
  ...{ type: 'array', items: { type: 'integer' } },
  ...{ minItems: 2, maxItems: 2 },
});

export const oneOfFigures = <const N extends number>(figures: readonly N[]): Answer<N> =>
  plain({ type: 'integer', enum: [...figures] });

export const oneOfWords = <const W extends string>(words: readonly W[]): Answer<W> =>
  plain({ type: 'string', enum: [...words] });

export const orNull = <T>({ schema }: Answer<T>): Answer<T | null> =>
  plain({ ...schema, nullable: true, ...(schema.enum && { enum: [...schema.enum, null] }) });

export const described = <T>({ schema }: Answer<T>, description: string): Answer<T> =>
  plain({ ...schema, description });

/** As it may look like. */
export const like = <T>({ schema }: Answer<T>, example: NoInfer<T>): Answer<T> => plain({ ...schema, example });

export const listOf = <T>({ schema }: Answer<T>): Answer<readonly T[]> => plain({ type: 'array', items: schema });

/** Any names, each with the same kind of value. */
export const mapOf = <T>({ schema }: Answer<T>): Answer<Readonly<Record<string, T>>> =>
  plain({ type: 'object', additionalProperties: schema });

/** All of these and nothing else. */
export const fields = <const F extends Fields>(of: F): Answer<ObjectOf<F>> =>
  plain({
    type: 'object',
    required: Object.keys(of),
    properties: Object.fromEntries(Object.entries(of).map(([name, { schema }]) => [name, schema])),
  });
