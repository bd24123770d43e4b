import type { Where } from './where';

/** Selects these rows, each only in the version that was read; rows changed since do not match. */
export function whereUnchanged<E extends { row_version: number }>(
  key: keyof E & string,
  rows: readonly { readonly id: string; readonly version: number }[],
): Where<E> {
  const versions = new Map<number, string[]>();
  for (const { id, version } of rows) versions.set(version, [...(versions.get(version) ?? []), id]);
  const anyOf = [...versions].map(([row_version, ids]) => ({ row_version, [key]: ids }));
  return { [key]: rows.map(({ id }) => id), anyOf } as Where<E>;
}
