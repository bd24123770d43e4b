import type { TFunction } from 'i18next';
import type { NoticeResponse, NoticePreviewResponse } from '@contract/notices';
import { formatDay, formatInstant } from '@/components/format';

type NoticeSubject = Pick<NoticeResponse, 'kind' | 'detail' | 'training_title' | 'skill_name' | 'about_name'> & {
  readonly day: string | null;
  readonly starts_at?: string | null;
};

export function noticeText(notice: NoticeSubject | NoticePreviewResponse['notices'][number], t: TFunction): string {
  const { kind, detail } = notice;
  const name = notice.training_title ?? notice.skill_name ?? t('notices.gone');
  const key = kind === 'result' ? String(detail) : kind === 'team' ? `team_${detail}` : (detail ?? kind);
  return t(`notices.what.${key}`, { name, person: notice.about_name ?? t('notices.gone') });
}

/** The due date, the expiry date or the start of a session; empty without a date. */
export function noticeDate(
  { kind, detail, day, starts_at }: NoticeSubject,
  t: TFunction,
  language: string,
  zone: string | undefined,
): string {
  if (starts_at) return formatInstant(starts_at, language, zone);
  if (kind === 'session') return day === null ? '' : formatDay(day, language);
  if (day === null) return '';
  const isLevel = kind === 'expiring' || detail === 'expiring';
  return t(isLevel ? 'notices.until' : 'notices.due', { day: formatDay(day, language) });
}

/** Path of the page that the notice is about. */
export function noticeLink(
  { kind, detail, training_id, attempt_id, about_id }: NoticeResponse,
  isAdmin: boolean,
): string {
  if (kind === 'team') return isAdmin && about_id ? `/staff/${about_id}` : '/home';
  if (detail === 'asked') return '/training/requests?waiting_for=me';
  if (detail === 'declined') return `/training?show=${training_id}`;
  if (kind === 'expiring' || !training_id) return '/my-skills';
  return `/my-training/${training_id}${attempt_id ? `/quiz/${attempt_id}` : ''}`;
}
