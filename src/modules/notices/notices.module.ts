import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { DueNoticesQuery } from './due-notices.query';
import { EnrolmentDecidersQuery } from './enrolment-deciders.query';
import { LearningNoticesListener } from './learning-notices.listener';
import { NoticeChoicesService } from './notice-choices.service';
import { NoticeDay } from './notice-day.entity';
import { NoticeDigestService } from './notice-digest.service';
import { UnsubscribeLinksService } from './unsubscribe-links.service';
import { NoticeMailPresenter } from './notice-mail.presenter';
import { NoticeListService } from './notice-list.service';
import { NoticeLogService } from './notice-log.service';
import { NoticeMail } from './notice-mail.entity';
import { NoticeNamesQuery } from './notice-names.query';
import { NoticeRecipientsQuery } from './notice-recipients.query';
import { NoticeRefusal } from './notice-refusal.entity';
import { DailyNoticesJob } from './daily-notices.job';
import { NoticeSettings } from './notice-settings.entity';
import { NoticeSettingsService } from './notice-settings.service';
import { NoticeWriter } from './notice-writer';
import { Notice } from './notice.entity';
import { NoticeSettingsController, NoticesController } from './notices.controller';
import { NoticeRetentionService } from './notice-retention.service';
import { NoticeViewsQuery } from './notice-views.query';
import { UnsubscribeController } from './unsubscribe.controller';

/** Notices in the app and by mail. */
@Module({
  imports: [CustomersModule],
  controllers: [NoticesController, NoticeSettingsController, UnsubscribeController],
  providers: [
    ...tenantRepositories(Notice, NoticeMail, NoticeSettings, NoticeRefusal, NoticeDay),
    NoticeRecipientsQuery,
    NoticeWriter,
    EnrolmentDecidersQuery,
    LearningNoticesListener,
    DueNoticesQuery,
    NoticeSettingsService,
    DailyNoticesJob,
    NoticeDigestService,
    NoticeMailPresenter,
    UnsubscribeLinksService,
    NoticeListService,
    NoticeChoicesService,
    NoticeLogService,
    NoticeNamesQuery,
    NoticeViewsQuery,
    NoticeRetentionService,
  ],
})
export class NoticesModule {}
