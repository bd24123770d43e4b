import { fileLink, jobParts, jobRowParts, jobStarted } from '../../contract/job-answers';
import { jobRows } from '../../contract/job-rows';
import { jobs } from '../../contract/jobs.resource';
import { answerDto, rowDto } from '../../platform/definitions/dto';

class JobFields extends rowDto(jobs) {}
class JobRowFields extends rowDto(jobRows) {}

export class JobDto extends answerDto(jobParts, JobFields) {}
export class JobOutcomeDto extends answerDto(jobRowParts, JobRowFields) {}
/** `202`: the rest is done in the background. */
export class JobStartedDto extends answerDto(jobStarted) {}
export class FileLinkDto extends answerDto(fileLink) {}
