import type { ValidationOptions } from 'class-validator';
import type { FieldErrorCode, FieldErrorDetail, FieldErrorFacts } from '../../contract/field-errors';

/** A reason why a field is refused: the English message tells the user what to do next, code and facts any other language. */
export interface FieldError extends FieldErrorDetail {
  readonly message: string;
}
/** `{field: [reason, …]}`. */
export type FieldErrors = Readonly<Record<string, readonly FieldError[]>>;

/** None to give where the code has none. */
type Facts<C extends FieldErrorCode> = keyof FieldErrorFacts<C> extends never ? [] : [facts: FieldErrorFacts<C>];

/** The one way to refuse a field: no reason without a code that the admin can word. */
export const fieldError = <C extends FieldErrorCode>(code: C, message: string, ...[facts]: Facts<C>): FieldError => ({
  code,
  facts: facts ?? {},
  message,
});

/** The same for a rule of class-validator. @param message null: the rule's own */
export const ruleError = <C extends FieldErrorCode>(
  code: C,
  message: string | null,
  ...[facts]: Facts<C>
): ValidationOptions => ({
  ...(message !== null && { message }),
  context: { code, facts: facts ?? {} } satisfies FieldErrorDetail,
});

/** Rules with a class of their own say one thing wherever they stand: by the name of the constraint. */
const OF_CONSTRAINT: Readonly<Record<string, FieldErrorCode>> = {
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

/** Code and facts of a broken rule. @param context what `ruleError` gave it; undefined for a constraint nobody named */
export function detailOf(constraint: string, context?: unknown): FieldErrorDetail | undefined {
  const code = OF_CONSTRAINT[constraint];
  return (context as FieldErrorDetail | undefined) ?? (code && { code, facts: {} });
}
