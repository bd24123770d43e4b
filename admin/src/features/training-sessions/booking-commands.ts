import type { SessionBookingRow } from '@contract/session-bookings.resource';
import { fetchMatchingRows } from '@/api/data-provider';
import { http } from '@/api/http';
import { chunkDistinct } from '@/api/list-dialect-query';

/** Most ids in one URL. */
const IDS_PER_REQUEST = 100;

/** Staff ids of the bookings by session id. */
async function fetchStaffBySession(ids: readonly string[]): Promise<Map<string, string[]>> {
  const pages = await Promise.all(
    chunkDistinct(ids, IDS_PER_REQUEST).map((chunk) =>
      fetchMatchingRows<SessionBookingRow>('session-bookings', [{ field: 'id', operator: 'in', value: chunk }]),
    ),
  );
  const staffBySession = new Map<string, string[]>();
  for (const { session_id, staff_id } of pages.flatMap(({ rows }) => rows))
    staffBySession.set(session_id, [...(staffBySession.get(session_id) ?? []), staff_id]);
  return staffBySession;
}

/** Marks the attendance of the bookings. Throws `ApiError`. */
export async function markAttendance(ids: readonly string[], attendance: 'attended' | 'absent'): Promise<void> {
  for (const [session_id, staff_id] of await fetchStaffBySession(ids))
    await http.post(`/api/training-sessions/${session_id}/attendance`, {
      attended: [],
      absent: [],
      [attendance]: staff_id,
    });
}

/** Cancels the bookings; marked attendance is kept. Throws `ApiError`. */
export async function cancelBookings(ids: readonly string[]): Promise<void> {
  for (const [session_id, staff_id] of await fetchStaffBySession(ids))
    await http.post(`/api/training-sessions/${session_id}/bookings/cancel`, { staff_id });
}
