import type { ValidationOptions } from 'class-validator';
import type { FieldErrorCode, FieldErrorDetail, FieldErrorFacts } from '../../contract/field-errors';

/** A field error: an English message that says what to do, and code and facts for its translation. */
export interface FieldError extends FieldErrorDetail {
  readonly message: string;
}
/** `{field: [reason, …]}`. */
export type FieldErrors = Readonly<Record<string, readonly FieldError[]>>;

/** No argument for codes without facts. */
type FactsArgument<C extends FieldErrorCode> = keyof FieldErrorFacts<C> extends never
  ? []
  : [facts: FieldErrorFacts<C>];

/** Creates a field error; every code has a translation in the admin. */
export const fieldError = <C extends FieldErrorCode>(
  code: C,
  message: string,
  ...[facts]: FactsArgument<C>
): FieldError => ({
  code,
  facts: facts ?? {},
  message,
});

/** Options of a class-validator rule. @param message null: the default message of the rule */
export const ruleError = <C extends FieldErrorCode>(
  code: C,
  message: string | null,
  ...[facts]: FactsArgument<C>
): ValidationOptions => ({
  ...(message !== null && { message }),
  context: { code, facts: facts ?? {} } satisfies FieldErrorDetail,
});

/** Codes of our own constraint classes, by constraint name. */
const CODE_BY_CONSTRAINT: Readonly<Record<string, FieldErrorCode>> = {
  isDay: 'day',
  isInstant: 'instant',
  isPlainText: 'control_characters',
  isOneLine: 'one_line',
  isWebAddress: 'url',
  isNotBlank: 'required',
  hasShortKey: 'too_long_spelt_out',
  isEmailAddress: 'email',
  areRanges: 'ranges',
};

/** Code and facts of a failed rule. @param context as set by `ruleError`; undefined for our own constraint classes */
export function fieldErrorDetailOf(constraint: string, context?: unknown): FieldErrorDetail | undefined {
  const code = CODE_BY_CONSTRAINT[constraint];
  return (context as FieldErrorDetail | undefined) ?? (code && { code, facts: {} });
}
