import { createContext, useContext, useDeferredValue, useMemo, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Me } from '@contract/account.responses';
import type { ResourceDefinition } from '@contract/resource';
import { useAccountQuery } from '@/api/account';
import type { ResourceModule } from './resource-module';

const ModulesContext = createContext<ReadonlyMap<string, ResourceModule>>(new Map());

/** Provides the resource modules and the cell context to all generated screens. */
export function CrudProvider({ modules, children }: { modules: readonly ResourceModule[]; children: ReactNode }) {
  const modulesByName = useMemo(() => new Map(modules.map((module) => [module.definition.name, module])), [modules]);
  const { t, i18n } = useTranslation();
  const me = useAccount();
  const { language } = i18n;
  const { time_zone } = me;
  const isPlanExpired = me.subscription?.status === 'expired';
  const cellContext = useMemo(
    (): CellContextValue => ({
      t,
      language,
      time_zone,
      isPlanExpired,
      hasText: (key) => i18n.exists(key, { lng: language }),
    }),
    [t, i18n, language, time_zone, isPlanExpired],
  );
  // Deferred: the account may arrive after many cells are rendered.
  const deferredContext = useDeferredValue(cellContext);
  return (
    <ModulesContext.Provider value={modulesByName}>
      <CellContext.Provider value={deferredContext}>{children}</CellContext.Provider>
    </ModulesContext.Provider>
  );
}

/** Everything a cell needs for formatting. */
export interface CellContextValue {
  readonly t: TFunction;
  readonly language: string;
  readonly time_zone: string | undefined;
  /** The plan and its grace period have expired. */
  readonly isPlanExpired: boolean;
  /** Whether a text key exists. */
  readonly hasText: (key: string) => boolean;
}

const CellContext = createContext<CellContextValue | null>(null);

/**
 * For cells: with thousands of cells, a subscription to i18n and the account in each one dominates the cost of a table.
 */
export function useCellContext(): CellContextValue {
  const cellContext = useContext(CellContext);
  if (!cellContext) throw new Error('useCellContext must be used within CrudProvider');
  return cellContext;
}

export const useModules = (): ReadonlyMap<string, ResourceModule> => useContext(ModulesContext);

/** The module of a resource, undefined if the admin has no screen for it. */
export function useModule(name: string | undefined): ResourceModule | undefined {
  return useContext(ModulesContext).get(name ?? '');
}

/** @param name of the resource @returns undefined for an unknown resource */
export function useDefinition(name: string): ResourceDefinition | undefined {
  return useModule(name)?.definition;
}

/** The account; empty while loading. */
export const useAccount = (): Partial<Me> => useAccountQuery().data ?? {};

/** The company data can be changed with an expired plan: the next invoice is sent there. */
const EDITABLE_WHEN_EXPIRED: readonly string[] = ['customers', 'api-keys'];

/** The plan and its grace period have expired: the server answers changes with 402. */
export function useIsPlanExpired(definition: ResourceDefinition | undefined): boolean {
  const { isPlanExpired } = useCellContext();
  return isPlanExpired && !EDITABLE_WHEN_EXPIRED.includes(definition?.name ?? '');
}

export interface Quota {
  readonly used: number;
  /** null if the plan has no limit. */
  readonly allowed: number | null;
  readonly reached: boolean;
}

/** Usage of the plan's limit for this resource; undefined if there is none or it is not loaded. */
export function useQuota(definition: ResourceDefinition | undefined): Quota | undefined {
  const me = useAccount();
  if (!definition?.quota) return undefined;
  const used = me[`total_${definition.quota}`];
  const allowed = me[`no_of_${definition.quota}`] ?? null;
  return used === undefined ? undefined : { used, allowed, reached: allowed !== null && used >= allowed };
}
