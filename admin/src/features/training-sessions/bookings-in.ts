import type { ResourceModule } from '@/crud/module';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { SessionCell } from './session.cell';

/** The list as a part of a page that stands already; `of` one session it leaves out what would be the same in each row. */
export function bookingsIn({ page: _own, ...known }: ResourceModule, of?: 'session'): ResourceModule {
  const module = { ...known, cells: { ...known.cells, session_id: SessionCell }, links: ['session_id'] };
  if (!of) return module;
  const ofOne = narrowedTo(narrowedTo(module, 'session_id'), 'training_id');
  return { ...ofOne, priorities: { staff_id: 1, state: 1, asked_at: 2 }, definition: { ...ofOne.definition } };
}
