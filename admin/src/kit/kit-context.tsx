import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ResourceDefinition } from '@contract/resource';
import { http } from '@/app/providers/http';
import type { ResourceModule } from './module';

const Modules = createContext<ReadonlyMap<string, ResourceModule>>(new Map());

/** Around everything that is generated: makes each resource's module known to the others that refer to it. */
export function KitProvider({ modules, children }: { modules: readonly ResourceModule[]; children: ReactNode }) {
  const byName = useMemo(() => new Map(modules.map((module) => [module.definition.name, module])), [modules]);
  return <Modules.Provider value={byName}>{children}</Modules.Provider>;
}

export const useModules = (): ReadonlyMap<string, ResourceModule> => useContext(Modules);

/** The module of a resource, or undefined where the admin has no screen for it. */
export function useModule(name: string | undefined): ResourceModule | undefined {
  return useContext(Modules).get(name ?? '');
}

export function useDefinition(name: string): ResourceDefinition | undefined {
  return useModule(name)?.definition;
}

export interface Me {
  readonly time_zone?: string;
  readonly total_staff?: number;
  readonly no_of_staff?: number | null;
  readonly total_training?: number;
  readonly no_of_training?: number | null;
  readonly subscription?: { readonly status: string } | null;
}

/** The part of `GET /api/me` a generated screen needs: the customer's time zone and what the plan has used. */
export const ME_QUERY = ['me'] as const;

export function useMe(): Me {
  const { data } = useQuery({
    queryKey: ME_QUERY,
    queryFn: async () => (await http.get<Me>('/api/me')).data,
    staleTime: 30_000,
    retry: false,
  });
  return data ?? {};
}

/** Company data stays open when the plan is over: the next bill is sent there (contract.md, Integrity). */
const OPEN_WHEN_OVER: readonly string[] = ['customers', 'api-keys'];

/** The plan and its grace are over: the server answers changes with 402. */
export function usePlanOver(definition: ResourceDefinition): boolean {
  const { subscription } = useMe();
  return subscription?.status === 'expired' && !OPEN_WHEN_OVER.includes(definition.name);
}

export interface Quota {
  readonly used: number;
  /** Null: the plan sets no limit. */
  readonly allowed: number | null;
  readonly reached: boolean;
}

/** How much of the plan's limit for this resource is used; undefined where none counts or it is not known yet. */
export function useQuota(definition: ResourceDefinition): Quota | undefined {
  const me = useMe();
  if (!definition.quota) return undefined;
  const used = me[`total_${definition.quota}`];
  const allowed = me[`no_of_${definition.quota}`] ?? null;
  return used === undefined ? undefined : { used, allowed, reached: allowed !== null && used >= allowed };
}
