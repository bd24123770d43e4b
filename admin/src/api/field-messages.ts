import { NON_FORM_ERRORS, type FieldErrorDetail } from '@contract/field-errors';
import { findText } from './text-lookup';

/** The field errors of an error body: messages, and code and facts of each. */
interface FieldErrorsBody {
  readonly errors?: Readonly<Record<string, readonly string[]>> | null;
  readonly details?: Readonly<Record<string, readonly FieldErrorDetail[]>> | null;
}

/**
 * The messages of each field in the user's language; the server's message if the code has no text. Values that are not
 * arrays are skipped: a proxy may answer with any body.
 */
export function fieldMessages({ errors, details }: FieldErrorsBody): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([field, messages]) => {
      if (!Array.isArray(messages)) return [];
      const translateMessage = (message: string, index: number): string => {
        const detail = details?.[field]?.[index];
        return (detail && fieldErrorText(detail)) ?? message;
      };
      return [[field, messages.map(translateMessage)]];
    }),
  );
}

/** Text of `field_errors.<code>`, else of `errors.<code>`. */
function fieldErrorText({ code, facts }: FieldErrorDetail): string | undefined {
  const count = typeof facts.count === 'number' ? facts.count : undefined;
  const key = NON_FORM_ERRORS.has(code) ? 'field_errors.not_understood' : `field_errors.${code}`;
  return findText([{ key, count }, { key: `errors.${code}` }], facts);
}
