import type { EvidenceResponse } from '../../contract/evidence.responses';
import { fullName } from '../../contract/person-name';
import type { EvidenceKind, EvidenceState } from '../../contract/skill-evidence.resource';
import type { Day } from '../../common/calendar';
import { toIso } from '../../common/rest/row';
import { percent } from '../../common/rounding';
import { idFromBytes } from '../../common/ids';
import type { Evidence } from '../skills/evidence';

/** Evidence with its sources: training, attempt, score and assessor. */
export interface TrailEntry extends Evidence, Omit<EvidenceResponse, keyof Evidence> {}
/** Columns of evidence `e` and its sources (`TRAIL_SOURCES`). */
export const TRAIL_COLUMNS = `e.evidence_id AS evidence_id, e.kind AS kind, e.level AS level, e.effective_date AS effective_date, e.valid_until AS valid_until, e.state AS state, e.note AS note, e.training_id AS training_id, t.title AS training_title, e.attempt_id AS attempt_id, a.attempt_no AS attempt_no, e.score_correct AS score_correct, e.score_total AS score_total, c.first_name AS first_name, c.last_name AS last_name, e.created_at AS created_at`;
export const TRAIL_SOURCES = `LEFT JOIN training t ON t.customer_id = :customer_id AND t.training_id = e.training_id
 LEFT JOIN attempt a ON a.customer_id = :customer_id AND a.attempt_id = e.attempt_id
 LEFT JOIN account c ON c.customer_id = :customer_id AND c.account_id = e.recorded_by`;
/** All evidence of one pair, newest first. */
export const TRAIL_SQL = `SELECT ${TRAIL_COLUMNS}
 FROM evidence e
 ${TRAIL_SOURCES}
 WHERE e.customer_id = :customer_id AND e.staff_id = :staff_id AND e.skill_id = :skill_id
 ORDER BY e.effective_date DESC, e.evidence_id DESC`;

export interface TrailRow {
  evidence_id: Uint8Array;
  kind: EvidenceKind;
  level: number;
  effective_date: Day;
  valid_until: Day | null;
  state: EvidenceState;
  note: string | null;
  training_id: Uint8Array | null;
  training_title: string | null;
  attempt_id: Uint8Array | null;
  attempt_no: number | null;
  score_correct: number | null;
  score_total: number | null;
  first_name: string | null;
  last_name: string | null;
  created_at: number;
}
export function toTrailEntry(row: TrailRow): TrailEntry {
  const { score_correct, score_total } = row;
  const score =
    score_correct === null || score_total === null ? null : percent(Number(score_correct), Number(score_total));
  const name = fullName(row.first_name, row.last_name);
  return {
    evidence_id: idFromBytes(row.evidence_id),
    kind: row.kind,
    level: Number(row.level),
    effective_date: row.effective_date,
    valid_until: row.valid_until,
    state: row.state,
    note: row.note,
    training_id: row.training_id && idFromBytes(row.training_id),
    training_title: row.training_title,
    attempt_id: row.attempt_id && idFromBytes(row.attempt_id),
    attempt_no: row.attempt_no === null ? null : Number(row.attempt_no),
    score,
    recorded_by: name === '' ? null : name,
    recorded_at: toIso(Number(row.created_at)),
  };
}
