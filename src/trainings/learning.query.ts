import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { Media } from './playable';
import type { WatchedRange } from './watched-ranges';

/** One assignment with its training and what was watched of it: all that a beat or a completion needs, in one statement. */
export interface Learning {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
  state: string;
  started_at: number | null;
  training: Media & { code: string; title: string; status: string; threshold: number };
  /** null: the video was never opened. */
  progress: WatchedSoFar | null;
}
export interface WatchedSoFar {
  row_version: number;
  ranges: WatchedRange[];
  duration_ms: number;
  watched_ms: number;
  position_ms: number;
  best_speed: number;
  spare_ms: number;
  linked_at: number;
  beat_at: number | null;
  completed_at: number | null;
}

const ONE = `SELECT a.assignment_id, a.staff_id, a.training_id, a.cycle, a.state, a.started_at,
    t.code, t.title, t.status, t.type, t.source_url, t.video_provider, t.video_file_id, t.video_format,
    t.video_duration_ms, t.video_threshold,
    p.row_version, p.watched_ranges, p.duration_ms, p.watched_ms, p.position_ms, p.best_speed, p.spare_ms, p.linked_at,
    p.beat_at, p.completed_at
  FROM training_assignment a
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id
  LEFT JOIN video_progress p ON p.customer_id = :customer_id AND p.assignment_id = a.assignment_id
  WHERE a.customer_id = :customer_id AND a.staff_id = :staff_id AND a.training_id = :training_id
    AND a.state NOT IN ('removed', 'waived')
  ORDER BY a.cycle DESC LIMIT 1`;

type Row = Record<string, unknown>;

@Injectable()
export class LearningQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** The running (or last) cycle; null: not assigned, or removed. */
  async of(tenant: Tenant, staff_id: string, training_id: string): Promise<Learning | null> {
    const [row] = await this.queries.rows<Row>(tenant, ONE, { staff_id, training_id });
    return row ? learning(row) : null;
  }
}

function learning(row: Row): Learning {
  return {
    assignment_id: id(row['assignment_id']),
    staff_id: id(row['staff_id']),
    training_id: id(row['training_id']),
    cycle: Number(row['cycle']),
    state: String(row['state']),
    started_at: orNull(row['started_at']),
    training: {
      code: String(row['code']),
      title: String(row['title']),
      status: String(row['status']),
      threshold: Number(row['video_threshold']),
      type: String(row['type']),
      source_url: (row['source_url'] as string | null) ?? null,
      video_provider: (row['video_provider'] as string | null) ?? null,
      video_file_id: row['video_file_id'] ? id(row['video_file_id']) : null,
      video_format: (row['video_format'] as string | null) ?? null,
      video_duration_ms: orNull(row['video_duration_ms']),
    },
    progress: row['linked_at'] === null ? null : watched(row),
  };
}

function watched(row: Row): WatchedSoFar {
  return {
    row_version: Number(row['row_version']),
    ranges: JSON.parse(String(row['watched_ranges'])) as WatchedRange[],
    duration_ms: Number(row['duration_ms']),
    watched_ms: Number(row['watched_ms']),
    position_ms: Number(row['position_ms']),
    best_speed: Number(row['best_speed']),
    spare_ms: Number(row['spare_ms']),
    linked_at: Number(row['linked_at']),
    beat_at: orNull(row['beat_at']),
    completed_at: orNull(row['completed_at']),
  };
}

const id = (value: unknown): string => idFromBytes(value as Uint8Array);
const orNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
