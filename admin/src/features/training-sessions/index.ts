import { CalendarOutlined, CheckOutlined, CloseOutlined, ScheduleOutlined, StopOutlined } from '@ant-design/icons';
import { TeamOutlined, UserAddOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { refMany } from '@contract/fields';
import { sessionBookings } from '@contract/session-bookings.resource';
import { SESSION_STAFF_MAX, trainingSessions } from '@contract/training-sessions.resource';
import { laterPage } from '@/api/later-page';
import { downloadCalendar } from '@/api/session-calendar';
import { later } from '@/components/later';
import type { ResourceModule } from '@/crud/module';
import { letGo, mark } from './mark';
import { SeatsCell } from './seats.cell';

const SessionPages = laterPage(() => import('./session-pages').then((m) => m.SessionPages));
const BookingsPage = laterPage(() => import('./bookings-page').then((m) => m.BookingsPage));
const ClassroomInput = later(() => import('./classroom.input').then((m) => m.ClassroomInput));

// What is taken stands beside it.
const fields = { ...trainingSessions.fields, seats: { ...trainingSessions.fields.seats, list: 'hidden' as const } };

// Their texts come with the pages; what the palette offers (`training-sessions.new`) stands with those of the trainings.

/** When and where classroom trainings are held; each opens with the people who are in it. */
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

/** Who is in which session. */
export const sessionBookingsModule: ResourceModule = {
  definition: { ...sessionBookings, title: ['staff_id'] },
  route: '/training/bookings',
  labelKey: 'session-bookings.title',
  icon: TeamOutlined,
  widths: { training_id: 240, staff_id: 200, session_id: 200 },
  page: BookingsPage,
  bulkActions: [
    { name: 'attended', icon: CheckOutlined, run: (ids) => mark(ids, 'attended') },
    { name: 'absent', icon: CloseOutlined, run: (ids) => mark(ids, 'absent') },
    { name: 'leave', icon: UserDeleteOutlined, danger: true, run: letGo },
  ],
};
