import { CalendarOutlined, CheckOutlined, CloseOutlined, ScheduleOutlined, StopOutlined } from '@ant-design/icons';
import { TeamOutlined, UserAddOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { refMany } from '@contract/fields';
import { sessionBookings } from '@contract/session-bookings.resource';
import { SESSION_STAFF_MAX, trainingSessions } from '@contract/training-sessions.resource';
import { lazyRoutePage } from '@/api/lazy-route-page';
import { downloadCalendar } from '@/api/session-calendar';
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule } from '@/crud/resource-module';
import { cancelBookings, markAttendance } from './booking-commands';
import { SeatsCell } from './seats.cell';

const SessionPages = lazyRoutePage(() => import('./session-pages').then((m) => m.SessionPages));
const BookingsPage = lazyRoutePage(() => import('./bookings-page').then((m) => m.BookingsPage));
const ClassroomInput = lazyComponent(() => import('./classroom.input').then((m) => m.ClassroomInput));

// The booked cell shows the seats too.
const fields = { ...trainingSessions.fields, seats: { ...trainingSessions.fields.seats, list: 'hidden' as const } };

// Texts load with the pages; the palette's `training-sessions.new` is in the texts of the trainings.

/** Classroom sessions; each opens the page with its participants. */
export const trainingSessionsModule: ResourceModule = {
  definition: { ...trainingSessions, title: ['training_id'], fields },
  route: '/training/sessions',
  labelKey: 'training-sessions.title',
  icon: ScheduleOutlined,
  widths: { training_id: 240, training_location_id: 170 },
  priorities: { training_id: 1, starts_at: 1, booked: 1, status: 1, ends_at: 3 },
  cells: { booked: SeatsCell },
  inputs: { training_id: ClassroomInput },
  page: SessionPages,
  showPage: (id) => `/training/sessions/${id}`,
  rowActions: [
    {
      name: 'bookings',
      icon: UserAddOutlined,
      when: (row) => row.status !== 'cancelled',
      fields: { staff_id: refMany('staff', { required: true, max: SESSION_STAFF_MAX }) },
    },
    { name: 'calendar', icon: CalendarOutlined, act: (row) => downloadCalendar(row.id) },
    { name: 'cancel', icon: StopOutlined, danger: true, when: (row) => row.status === 'planned' },
  ],
};

/** Bookings of all sessions. */
export const sessionBookingsModule: ResourceModule = {
  definition: { ...sessionBookings, title: ['staff_id'] },
  route: '/training/bookings',
  labelKey: 'session-bookings.title',
  icon: TeamOutlined,
  widths: { training_id: 240, staff_id: 200, session_id: 200 },
  page: BookingsPage,
  bulkActions: [
    { name: 'attended', icon: CheckOutlined, run: (ids) => markAttendance(ids, 'attended') },
    { name: 'absent', icon: CloseOutlined, run: (ids) => markAttendance(ids, 'absent') },
    { name: 'leave', icon: UserDeleteOutlined, danger: true, run: cancelBookings },
  ],
};
