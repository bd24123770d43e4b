import { fileLinkSchema, jobExtraSchema, jobOutcomeExtraSchema, jobStartedSchema } from '../../contract/job.responses';
import { jobRows } from '../../contract/job-rows';
import { jobs } from '../../contract/jobs.resource';
import { answerDto, rowDto } from '../../common/rest/dto';

class JobFields extends rowDto(jobs) {}
class JobRowFields extends rowDto(jobRows) {}

export class JobDto extends answerDto(jobExtraSchema, JobFields) {}
export class JobOutcomeDto extends answerDto(jobOutcomeExtraSchema, JobRowFields) {}
/** `202`: the rest runs in the background. */
export class JobStartedDto extends answerDto(jobStartedSchema) {}
export class FileLinkDto extends answerDto(fileLinkSchema) {}
