import type { SessionBookingRow } from '@contract/session-bookings.resource';
import { matchingRows } from '@/api/data';
import { http } from '@/api/http';
import { portions } from '@/api/list-dialect-query';

/** Ids in one address. */
const IDS = 100;

/** Whoever is behind these bookings, by their session. */
async function peopleOf(ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = await Promise.all(
    portions(ids, IDS).map((some) =>
      matchingRows<SessionBookingRow>('session-bookings', [{ field: 'id', operator: 'in', value: some }]),
    ),
  );
  const people = new Map<string, string[]>();
  for (const { session_id, staff_id } of found.flatMap(({ rows }) => rows))
    people.set(session_id, [...(people.get(session_id) ?? []), staff_id]);
  return people;
}

/** All of them were there, or none was. Throws `ApiError` */
export async function mark(ids: readonly string[], as: 'attended' | 'absent'): Promise<void> {
  for (const [session_id, staff_id] of await peopleOf(ids))
    await http.post(`/api/training-sessions/${session_id}/attendance`, { attended: [], absent: [], [as]: staff_id });
}

/** They are not in their session any more; what was marked stays. Throws `ApiError` */
export async function letGo(ids: readonly string[]): Promise<void> {
  for (const [session_id, staff_id] of await peopleOf(ids))
    await http.post(`/api/training-sessions/${session_id}/bookings/cancel`, { staff_id });
}
