import { createContext, useContext, useDeferredValue, useMemo, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Me } from '@contract/account-answers';
import type { ResourceDefinition } from '@contract/resource';
import { useFullMe } from '@/api/me';
import type { ResourceModule } from './module';

const Modules = createContext<ReadonlyMap<string, ResourceModule>>(new Map());

/** Around everything that is generated: makes each resource's module known to the others that refer to it. */
export function KitProvider({ modules, children }: { modules: readonly ResourceModule[]; children: ReactNode }) {
  const byName = useMemo(() => new Map(modules.map((module) => [module.definition.name, module])), [modules]);
  const { t, i18n } = useTranslation();
  const me = useMe();
  const { language } = i18n;
  const { time_zone } = me;
  const over = me.subscription?.status === 'expired';
  const reading = useMemo(
    (): Reading => ({ t, language, time_zone, over, knows: (key) => i18n.exists(key, { lng: language }) }),
    [t, i18n, language, time_zone, over],
  );
  // The account comes when rows may stand already: they follow it in slices.
  const followed = useDeferredValue(reading);
  return (
    <Modules.Provider value={byName}>
      <Reader.Provider value={followed}>{children}</Reader.Provider>
    </Modules.Provider>
  );
}

/** What everything in a cell is written with. */
export interface Reading {
  readonly t: TFunction;
  readonly language: string;
  readonly time_zone: string | undefined;
  /** The plan and its grace are over. */
  readonly over: boolean;
  /** Whether there is a text. */
  readonly knows: (key: string) => boolean;
}

const Reader = createContext<Reading | null>(null);

/**
 * For cells, of which a table has a thousand: one subscription to the texts and to the account in each of them is most of
 * what a table costs.
 */
export function useReading(): Reading {
  const reading = useContext(Reader);
  if (!reading) throw new Error('useReading stands outside KitProvider');
  return reading;
}

export const useModules = (): ReadonlyMap<string, ResourceModule> => useContext(Modules);

/** The module of a resource, or undefined where the admin has no screen for it. */
export function useModule(name: string | undefined): ResourceModule | undefined {
  return useContext(Modules).get(name ?? '');
}

export function useDefinition(name: string): ResourceDefinition | undefined {
  return useModule(name)?.definition;
}

/** Empty until it is known. */
export const useMe = (): Partial<Me> => useFullMe().data ?? {};

/** Company data stays open when the plan is over: the next bill is sent there (contract.md, Integrity). */
const OPEN_WHEN_OVER: readonly string[] = ['customers', 'api-keys'];

/** The plan and its grace are over: the server answers changes with 402. */
export function usePlanOver(definition: ResourceDefinition | undefined): boolean {
  const { over } = useReading();
  return over && !OPEN_WHEN_OVER.includes(definition?.name ?? '');
}

export interface Quota {
  readonly used: number;
  /** Null: the plan sets no limit. */
  readonly allowed: number | null;
  readonly reached: boolean;
}

/** How much of the plan's limit for this resource is used; undefined where none counts or it is not known yet. */
export function useQuota(definition: ResourceDefinition | undefined): Quota | undefined {
  const me = useMe();
  if (!definition?.quota) return undefined;
  const used = me[`total_${definition.quota}`];
  const allowed = me[`no_of_${definition.quota}`] ?? null;
  return used === undefined ? undefined : { used, allowed, reached: allowed !== null && used >= allowed };
}
