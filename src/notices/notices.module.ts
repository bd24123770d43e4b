import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { DueNotices } from './due-notices.query';
import { EnrolmentDeciders } from './enrolment-deciders.query';
import { LearningNotices } from './learning-notices';
import { NoticeChoicesService } from './notice-choices.service';
import { NoticeDay } from './notice-day.entity';
import { NoticeDigests } from './notice-digests';
import { NoticeLeave } from './notice-leave';
import { NoticeLetters } from './notice-letters';
import { NoticeList } from './notice-list.service';
import { NoticeLog } from './notice-log.service';
import { NoticeMail } from './notice-mail.entity';
import { NoticeNames } from './notice-names.query';
import { NoticeReaders } from './notice-readers';
import { NoticeRefusal } from './notice-refusal.entity';
import { NoticeRound } from './notice-round';
import { NoticeSettings } from './notice-settings.entity';
import { NoticeRules } from './notice-settings.service';
import { NoticeWriter } from './notice-writer';
import { Notice } from './notice.entity';
import { NoticeSettingsController, NoticesController } from './notices.controller';
import { PastNotices } from './past-notices';
import { ToldNotices } from './told-notices.query';
import { UnsubscribeController } from './unsubscribe.controller';

/** What people are told, behind the bell and by mail (README, Decisions: "One notice, one mail a day"). Hears the floors below. */
@Module({
  imports: [CustomersModule],
  controllers: [NoticesController, NoticeSettingsController, UnsubscribeController],
  providers: [
    ...tenantRepositories(Notice, NoticeMail, NoticeSettings, NoticeRefusal, NoticeDay),
    NoticeReaders,
    NoticeWriter,
    EnrolmentDeciders,
    LearningNotices,
    DueNotices,
    NoticeRules,
    NoticeRound,
    NoticeDigests,
    NoticeLetters,
    NoticeLeave,
    NoticeList,
    NoticeChoicesService,
    NoticeLog,
    NoticeNames,
    ToldNotices,
    PastNotices,
  ],
})
export class NoticesModule {}
