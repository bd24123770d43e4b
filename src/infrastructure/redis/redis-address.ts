/** Characters without a meaning in Redis patterns. */
const PREFIX_PATTERN = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** Parsed `redis://…/2?prefix=plant`: the address, and the prefix of all our keys and channels. */
export interface RedisAddress {
  readonly url: string;
  readonly prefix: string;
}

/** @throws RangeError that says what is wrong with the query part */
export function parseRedisUrl(value: string): RedisAddress {
  const url = new URL(value);
  const unknownParameters = [...url.searchParams.keys()].filter((name) => name !== 'prefix');
  if (unknownParameters.length) throw new RangeError(`knows no "${unknownParameters[0]}", only prefix`);
  const prefix = url.searchParams.get('prefix') ?? 'skilgrid';
  if (!PREFIX_PATTERN.test(prefix)) throw new RangeError('has a prefix of other letters than a–z, 0–9 and -');
  if (!/^\/?\d{0,3}$/.test(url.pathname)) throw new RangeError('names its database by a number');
  const database = url.pathname.slice(1) || '0';
  url.search = '';
  // Channels are shared by all databases of a server, so the prefix includes the database number.
  return { url: url.href, prefix: `${prefix}:${database}:` };
}
