import type { AccessControlProvider } from '@refinedev/core';
import type { ResourceDefinition, Role } from '@contract/resource';
import { readViewing } from '@/api/viewing';
import { currentRole } from '@/api/who';

const READS = new Set(['list', 'show', 'field', 'export']);

/** Buttons follow the definition's `read` and `write`; the server enforces the same and has the last word. */
export function accessControl(definitions: readonly ResourceDefinition[]): AccessControlProvider {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  return {
    can: async ({ resource, action }) => {
      const definition = byName.get(resource ?? '');
      const role = currentRole();
      if (!definition || !role) return { can: role !== null };
      const allowed: readonly Role[] = READS.has(action) ? definition.read : definition.write;
      // Who looks at an organisation changes nothing in it.
      if (!READS.has(action) && readViewing()) return { can: false };
      if (action === 'create' && definition.create === false) return { can: false };
      if (action === 'edit' && definition.change === false) return { can: false };
      if (action === 'delete' && definition.remove !== 'delete') return { can: false };
      return { can: allowed.includes(role) };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
  };
}
