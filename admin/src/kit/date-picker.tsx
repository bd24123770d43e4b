import {
  useEffect,
  useRef,
  useState,
  type ComponentRef,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { CloseCircleFilled } from '@ant-design/icons';
import { DatePicker as AntDatePicker, type DatePickerProps } from 'antd';
import type { RangePickerProps } from 'antd/es/date-picker';
import english from 'antd/es/date-picker/locale/en_US';
import useLocale from 'antd/es/locale/useLocale';
import { useTranslation } from 'react-i18next';
import { dayjs } from './dates';
import { formatDay } from './format';
import './date-picker.css';

/** antd's, with a calendar that can be heard and gone through by keys (`useCalendar`). */
export function DatePicker(props: DatePickerProps) {
  return <AntDatePicker {...props} {...useCalendar({ ...props, chosen: [props.value].flat() })} />;
}

/** From a day to a day. */
export function RangePicker(props: RangePickerProps) {
  const calendar = useCalendar({ ...props, chosen: props.value ?? [] });
  // antd's own separator says "to" in every language.
  return <AntDatePicker.RangePicker separator={<span aria-hidden="true">–</span>} {...props} {...calendar} />;
}

interface Calendar extends Pick<DatePickerProps, 'allowClear' | 'minDate'> {
  readonly chosen: readonly unknown[];
}

const isDay = (day: unknown): day is dayjs.Dayjs => dayjs.isDayjs(day);

/**
 * The calendar as a dialog with a name, its arrows called by what they do now, each day, month and year a button, and a day says its date.
 * Arrow down goes from the field into it, the arrows from day to day, Page up and down through the months; Escape leaves the
 * calendar and not the dialog around it, which antd would close with everything that was typed.
 */
function useCalendar({ chosen, allowClear, minDate }: Calendar) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  /** Days, months or years. */
  const [mode, setMode] = useState('date');
  const [locale] = useLocale('DatePicker', english);
  const field = useRef<ComponentRef<typeof AntDatePicker.RangePicker>>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wasInside = useRef(false);
  useEffect(() => {
    // After it has closed: a field that takes the focus before keeps it open.
    if (!open && wasInside.current) field.current?.focus();
    wasInside.current = false;
  }, [open]);
  useEffect(() => {
    // The button that led here has gone, and with it the focus: the keys would not be heard.
    if (open && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [open, mode]);

  const far = /year|decade/.test(mode);
  const change = (next: boolean) => {
    wasInside.current = !next && (panel.current?.contains(document.activeElement) ?? false);
    setOpen(next);
    // antd begins with the days again, and does not tell.
    if (next) setMode('date');
  };
  const fieldKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && open) event.stopPropagation();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (open) dayToBeginWith(panel.current)?.focus();
    else change(true);
  };
  const panelKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation();
      event.preventDefault();
      change(false);
    } else if (isMoved(event.currentTarget, event.key, i18n.dir() === 'rtl')) event.preventDefault();
  };
  return {
    ref: field,
    open,
    onOpenChange: change,
    onPanelChange: (_: unknown, modes: unknown) => setMode(String(modes)),
    onKeyDown: fieldKeys,
    allowClear: allowClear !== false && { clearIcon: <CloseCircleFilled aria-label={t('kit.calendar.clear')} /> },
    locale: {
      ...locale,
      lang: {
        ...locale.lang,
        previousMonth: t('kit.calendar.previous_month'),
        nextMonth: t('kit.calendar.next_month'),
        previousYear: t(far ? 'kit.calendar.earlier_years' : 'kit.calendar.previous_year'),
        nextYear: t(far ? 'kit.calendar.later_years' : 'kit.calendar.next_year'),
      },
    },
    panelRender: (drawn: ReactNode) => (
      <div
        ref={panel}
        role="dialog"
        aria-label={t('kit.calendar.choose')}
        tabIndex={-1}
        style={{ outline: 'none' }}
        onKeyDown={panelKeys}
      >
        {drawn}
      </div>
    ),
    cellRender: (day: unknown, { type, today, originNode }: CellFacts) =>
      isDay(day) ? (
        <button
          type="button"
          tabIndex={-1}
          className="ant-picker-cell-inner kit-day"
          aria-label={type === 'date' ? formatDay(day.format('YYYY-MM-DD'), i18n.language, 'long') : undefined}
          aria-current={isDay(today) && day.isSame(today, unitOf(type)) ? 'date' : undefined}
          aria-pressed={chosen.some((one) => isDay(one) && day.isSame(one, unitOf(type)))}
          aria-disabled={minDate ? day.isBefore(minDate, unitOf(type)) : undefined}
        >
          {(originNode.props as { children?: ReactNode }).children}
        </button>
      ) : (
        originNode
      ),
  };
}

const unitOf = (type: string) => (type === 'month' || type === 'year' ? type : 'day');

interface CellFacts {
  readonly type: string;
  readonly today: unknown;
  readonly originNode: ReactElement;
}

const DAY = '.ant-picker-cell-in-view > .kit-day';

/** The day that is chosen, or today, or the first of the month. */
const dayToBeginWith = (panel: HTMLElement | null): HTMLElement | null | undefined =>
  panel?.querySelector<HTMLElement>(`${DAY}[aria-pressed=true]`) ??
  panel?.querySelector<HTMLElement>(`${DAY}[aria-current]`) ??
  panel?.querySelector<HTMLElement>(DAY);

/** Takes the focus where the key leads. @returns whether it is one of the calendar's keys */
function isMoved(panel: HTMLElement, key: string, isRtl: boolean): boolean {
  const turn = { PageUp: 'prev', PageDown: 'next' }[key];
  if (turn) {
    const arrows = [...panel.querySelectorAll<HTMLElement>(`.ant-picker-header-${turn}-btn`)];
    arrows.find((arrow) => arrow.checkVisibility({ visibilityProperty: true }))?.click();
    return true;
  }
  const ahead = isRtl ? -1 : 1;
  const row = panel.querySelector('tbody tr')?.childElementCount ?? 0;
  const step = { ArrowLeft: -ahead, ArrowRight: ahead, ArrowUp: -row, ArrowDown: row }[key];
  const days = [...panel.querySelectorAll<HTMLElement>('.kit-day')];
  const at = days.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return false;
  days[at + step]?.focus();
  return true;
}
