/** Keys whose values are redacted, at the top of a logged object or one level below. */
const SECRET_KEYS = [
  'password',
  'current_password',
  'c_password',
  'pass',
  'token',
  'refresh_token',
  'registration_token',
  'enc_string',
  'handle',
  'otp',
  'code_hash',
  'secret',
  'jwt_secret',
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-challenge',
  'x-registration-token',
  'x-current-password',
  'parameters',
];

export const REDACTED_PATHS: string[] = SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`]);

/** Removes query strings, passwords in URLs, bearer tokens and statement values from a text. */
export function scrub(text: string): string {
  return text
    .replace(/(\/[^\s?"']*)\?[^\s"']*/g, '$1?…')
    .replace(/:\/\/[^\s/@:]*:[^\s/@]+@/g, '://…@')
    .replace(/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer …')
    .replace(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g, '…')
    .replace(/Duplicate entry '[^]*?'(?= for key)/g, "Duplicate entry '…'")
    .replace(/\bvalue: '.*'(?= for column|$)/gm, "value: '…'");
}

/** Describes an error for the log, without the values of its statement. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  const query = (error as { query?: unknown }).query;
  return {
    name: error.name,
    message: scrub(error.message),
    ...(code !== undefined && { code }),
    ...(errno !== undefined && { errno }),
    ...(typeof query === 'string' && { query: query.slice(0, 2000) }),
    stack: scrub(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: scrub(String(error.cause)) }),
  };
}
