import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportReason } from '../contract/import-answers';
import { reasonOf } from './import-planner';
import { Importables } from './importables';

/** What an import of targets has besides: the last day is seen before the work, not in its middle. */
@Injectable()
export class TargetsImport implements OnModuleInit {
  constructor(private readonly importables: Importables) {}

  onModuleInit(): void {
    for (const resource of ['skill-targets', 'role-targets']) this.importables.register(resource, { clean: earlyEnds });
  }
}

function earlyEnds({ from_date, to_date }: Record<string, unknown>): ImportReason[] {
  if (typeof from_date !== 'string' || typeof to_date !== 'string' || to_date >= from_date) return [];
  return [reasonOf('to_date', 'before_first_day', { from: from_date })];
}
