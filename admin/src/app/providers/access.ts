import type { AccessControlProvider } from '@refinedev/core';
import type { ResourceDefinition, Role } from '@contract/resource';
import { readImpersonation } from '@/api/impersonation';
import { currentRole } from '@/api/current-role';

const READS = new Set(['list', 'show', 'field', 'export']);

/** Buttons follow the definition's `read` and `write`; the server enforces the same. */
export function accessControl(definitions: readonly ResourceDefinition[]): AccessControlProvider {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  return {
    can: async ({ resource, action }) => {
      const definition = byName.get(resource ?? '');
      const role = currentRole();
      if (!definition || !role) return { can: role !== null };
      const allowed: readonly Role[] = READS.has(action) ? definition.read : definition.write;
      // Impersonation is read-only.
      if (!READS.has(action) && readImpersonation()) return { can: false };
      if (action === 'create' && definition.create === false) return { can: false };
      if (action === 'edit' && definition.change === false) return { can: false };
      if (action === 'delete' && definition.remove !== 'delete') return { can: false };
      return { can: allowed.includes(role) };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
  };
}
