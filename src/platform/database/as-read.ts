import type { Where } from './where';

/** These rows, each only in the version that it was read in: what somebody has changed since is not among them. */
export function asRead<E extends { row_version: number }>(
  key: keyof E & string,
  read: readonly { readonly id: string; readonly version: number }[],
): Where<E> {
  const versions = new Map<number, string[]>();
  for (const { id, version } of read) versions.set(version, [...(versions.get(version) ?? []), id]);
  const anyOf = [...versions].map(([row_version, ids]) => ({ row_version, [key]: ids }));
  return { [key]: read.map(({ id }) => id), anyOf } as Where<E>;
}
