import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useNotification } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SessionBookingRow } from '@contract/session-bookings.resource';
import type { StaffRow } from '@contract/staff.resource';
import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import { dataProvider, fetchMatchingRows } from '@/api/data-provider';
import { chunkDistinct } from '@/api/list-dialect-query';
import { dataKey } from '@/api/query-keys';
import { nameComparator } from '@/components/format';
import { useRowName } from '@/crud/row-names';
import { PrintedReportHead } from '@/report-kit/table/printed-report-head';
import { useErrorText } from '@/components/resource-labels';
import '@/report-kit/table/sheet.css';
import './signatures.css';

/** Most staff ids in one request. */
const STAFF_PER_REQUEST = 100;
const SEATED_STATES = ['booked', 'attended', 'absent'];

/** Staff with a seat in the session, sorted by name. */
async function fetchParticipants(session_id: string, language: string): Promise<StaffRow[]> {
  const filters = [
    { field: 'session_id', operator: 'eq' as const, value: session_id },
    { field: 'state', operator: 'in' as const, value: SEATED_STATES },
  ];
  const { rows } = await fetchMatchingRows<SessionBookingRow>('session-bookings', filters, [], Infinity);
  const participants: StaffRow[] = [];
  for (const chunk of chunkDistinct(
    rows.map((row) => row.staff_id),
    STAFF_PER_REQUEST,
  )) {
    const { data } = await dataProvider.getMany!({ resource: 'staff', ids: [...chunk] });
    participants.push(...(data as unknown as StaffRow[]));
  }
  const compare = nameComparator(language);
  return participants.sort((a, b) => compare(a.last_name, b.last_name) || compare(a.first_name, b.first_name));
}

/** Printed signature list; opens the print dialog once the participants are loaded. */
export function SignatureSheet(props: { row: TrainingSessionRow; title: string; when: string; onClose: () => void }) {
  const { row, title, when, onClose } = props;
  const { t, i18n } = useTranslation();
  const { open } = useNotification();
  const errorText = useErrorText();
  const location = useRowName('training-locations', row.training_location_id);
  const { data, error } = useQuery({
    queryKey: dataKey('session-bookings', 'signatures', row.session_id, i18n.language),
    queryFn: () => fetchParticipants(row.session_id, i18n.language),
    staleTime: 0,
    gcTime: 0,
  });
  const isReady = data !== undefined && (row.training_location_id === null || location !== undefined);
  useEffect(() => {
    if (!isReady) return undefined;
    window.addEventListener('afterprint', onClose);
    // Prints after the next paint.
    const animationFrame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(animationFrame);
      window.removeEventListener('afterprint', onClose);
    };
  }, [isReady, onClose]);
  useEffect(() => {
    if (!error) return;
    open?.({ type: 'error', message: errorText(error) });
    onClose();
  }, [error, errorText, onClose, open]);
  if (!isReady) return null;
  return createPortal(
    <div className="rep-sheet ses-signatures">
      <PrintedReportHead title={title} filters={[when, ...(location ? [location] : [])]} />
      <table className="rep-sheet-rows">
        <thead>
          <tr>
            <th scope="col">{t('training-sessions.signatures.number')}</th>
            <th scope="col">{t('training-sessions.signatures.name')}</th>
            <th scope="col">{t('training-sessions.signatures.code')}</th>
            <th scope="col" className="ses-sign">
              {t('training-sessions.signatures.signature')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((person, index) => (
            <tr key={person.staff_id}>
              <td>{index + 1}</td>
              <td>
                <bdi>{[person.last_name, person.first_name].filter(Boolean).join(', ')}</bdi>
              </td>
              <td>
                <bdi>{person.staff_code}</bdi>
              </td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="ses-trainer">{t('training-sessions.signatures.trainer')}</p>
    </div>,
    document.body,
  );
}
