import type { Tenant } from '../tenancy/tenant';

/** A learner sees only what is about the own person (contract.md, Who may do what); others what they asked for. */
export function ownRows<W extends object>(tenant: Tenant, where: W): W {
  if (tenant.actor.role !== 'user') return where;
  const asked = (where as { staff_id?: unknown }).staff_id;
  const self = tenant.actor.staff_id;
  const isSeen =
    self !== null && (asked === undefined || asked === self || (Array.isArray(asked) && asked.includes(self)));
  return { ...where, staff_id: isSeen ? self : [] };
}

export function isOwn(tenant: Tenant, staff_id: string): boolean {
  return tenant.actor.role !== 'user' || tenant.actor.staff_id === staff_id;
}
