import dayjs from 'dayjs';
import localizedFormat from 'dayjs/plugin/localizedFormat';

// `ll` ("1 Mar 2025" in the chosen language) is how every date input shows its day; antd does not bring the plugin.
dayjs.extend(localizedFormat);

export { dayjs };

/** `2026-03-31` and so many days more. */
export const dayAfter = (day: string, days: number): string => dayjs(day).add(days, 'day').format('YYYY-MM-DD');
