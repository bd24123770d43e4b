/** Of letters that no pattern of Redis reads as anything else. */
const PREFIX = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** `redis://…/2?prefix=plant`: where it is, and what everything that is ours begins with there. */
export interface RedisAddress {
  readonly url: string;
  readonly prefix: string;
}

/** @throws RangeError saying what is wrong with the part behind `?` */
export function parseRedisUrl(value: string): RedisAddress {
  const url = new URL(value);
  const others = [...url.searchParams.keys()].filter((name) => name !== 'prefix');
  if (others.length) throw new RangeError(`knows no "${others[0]}", only prefix`);
  const prefix = url.searchParams.get('prefix') ?? 'skilgrid';
  if (!PREFIX.test(prefix)) throw new RangeError('has a prefix of other letters than a–z, 0–9 and -');
  if (!/^\/?\d{0,3}$/.test(url.pathname)) throw new RangeError('names its database by a number');
  const database = url.pathname.slice(1) || '0';
  url.search = '';
  // Channels are the server's, not a database's: two products in two databases of one server would hear each other.
  return { url: url.href, prefix: `${prefix}:${database}:` };
}
