import { PROGRAM_ERRORS, type FieldErrorDetail } from '@contract/field-errors';
import { firstText } from './text-of';

/** What REST says of fields: the messages, and code and facts of each. */
interface FieldsRefused {
  readonly errors?: Readonly<Record<string, readonly string[]>> | null;
  readonly details?: Readonly<Record<string, readonly FieldErrorDetail[]>> | null;
}

/**
 * The messages of each field in the reader's language; in the server's words where a code has no text. What is no list of
 * messages is passed over: whatever stands between here and the server may answer as it likes.
 */
export function fieldMessages({ errors, details }: FieldsRefused): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([field, messages]) => {
      if (!Array.isArray(messages)) return [];
      const worded = (message: string, at: number): string => {
        const detail = details?.[field]?.[at];
        return (detail && fieldWords(detail)) ?? message;
      };
      return [[field, messages.map(worded)]];
    }),
  );
}

/** Why a field is refused: `field_errors.<code>`, or `errors.<code>` where the whole refusal is about that field. */
function fieldWords({ code, facts }: FieldErrorDetail): string | undefined {
  const count = typeof facts.count === 'number' ? facts.count : undefined;
  const key = PROGRAM_ERRORS.has(code) ? 'field_errors.not_understood' : `field_errors.${code}`;
  return firstText([{ key, count }, { key: `errors.${code}` }], facts);
}
