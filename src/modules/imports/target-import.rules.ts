import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportReason } from '../../contract/import.responses';
import { importReason } from './import-planner';
import { ImportableRegistry } from './importable-registry';

/** Import rules of targets: the check refuses a last day before the first day. */
@Injectable()
export class TargetImportRules implements OnModuleInit {
  constructor(private readonly importableRegistry: ImportableRegistry) {}

  onModuleInit(): void {
    for (const resource of ['skill-targets', 'role-targets'])
      this.importableRegistry.register(resource, { normalize: findEarlyEnd });
  }
}

function findEarlyEnd({ from_date, to_date }: Record<string, unknown>): ImportReason[] {
  if (typeof from_date !== 'string' || typeof to_date !== 'string' || to_date >= from_date) return [];
  return [importReason('to_date', 'before_first_day', { from: from_date })];
}
