import { formatClock } from '@/components/format';

/** Milliseconds as `4:12` or `1:04:12`, to the nearest second. */
export const formatDuration = (ms: number): string => formatClock(Math.round(ms / 1000));
