import type { ResourceModule } from '@/crud/resource-module';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { SessionCell } from './session.cell';

/** Module of a bookings list inside another page; for one session without the columns of session and training. */
export function toBookingsModule({ page: _page, ...rest }: ResourceModule, parent?: 'session'): ResourceModule {
  const module = { ...rest, cells: { ...rest.cells, session_id: SessionCell }, links: ['session_id'] };
  if (!parent) return module;
  const sessionModule = narrowedTo(narrowedTo(module, 'session_id'), 'training_id');
  return {
    ...sessionModule,
    priorities: { staff_id: 1, state: 1, asked_at: 2 },
    definition: { ...sessionModule.definition },
  };
}
