// One classic script for three places: the page of one chart, the file that works from a disk, and the worker of both.
import './own-script.js';

if (typeof document === 'undefined') void import('../worker.js');
else void import('./show.js');
