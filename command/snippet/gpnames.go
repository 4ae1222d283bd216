package snippet

// What is known of gnuplot, by name. Commands and settings may be shortened as far
// as no other begins so; of the short forms only those that are common are known.
const (
	gpStatements = "set unset plot splot replot print if else do while for load call system shell eval evaluate cd save fit stats pause exit quit reset show bind history help import lower raise toggle update p sp se rep array"
	gpFunctions  = `abs acos acosh airy arg asin asinh atan atan2 atanh besj0 besj1 besjn besy0 besy1 besyn besi0 besi1 besin ceil cos cosh EllipticK EllipticE EllipticPi erf erfc exp expint floor gamma ibeta
		inverf igamma imag int invnorm invibeta invigamma LambertW lambertw lgamma lnGamma log log10 norm rand real round sgn sin sinh sqrt tan tanh voigt zeta column valid timecolumn tm_hour tm_mday tm_min tm_mon tm_sec tm_wday
		tm_yday tm_year tm_week time strptime strlen strstrt words exists defined hsv2rgb palette rgbcolor cerf cdawson faddeeva erfi VP sum index`
	// gpTexts give texts.
	gpTexts = "sprintf gprintf strftime substr word strcol stringcolumn columnhead columnheader trim split join"
	// gpWords are words of the language that a bracket may follow.
	gpWords = `using u us title t ti tit index every ev smooth at from to rto offset add defined rgb tics xtics ytics ztics x2tics y2tics cbtics palette pt ps lc lw lt dt pointtype pointsize linecolor
		linewidth linetype scale position format font center size rotate by textcolor tc fillcolor fc arrow label title notitle functions keyentry with if xticlabels xtic ytic yticlabels origin`
	gpSettings = `title xlabel ylabel zlabel x2label y2label cblabel xlab ylab xl yl xrange yrange zrange x2range y2range cbrange rrange trange urange vrange xr yr zr xtics ytics ztics x2tics y2tics cbtics rtics ttics mxtics mytics mztics
		tics grid key border size ratio origin style logscale log format xdata ydata zdata x2data y2data timefmt datafile multiplot boxwidth label arrow object palette view samples isosamples contour cntrparam cntrlabel
		hidden3d pm3d dgrid3d surface parametric polar angles tmargin lmargin rmargin bmargin margins margin offsets pointsize bars errorbars colorbox colorsequence encoding decimalsign minussign linetype
		xzeroaxis yzeroaxis zeroaxis zero rmargin mapping ticslevel xyplane autoscale rgbmax nokey nogrid noborder clip timestamp dummy`
	gpTerminals = "png pngcairo svg pdf pdfcairo dumb gif jpeg webp sixelgd unknown ascii" // no window, no pipe to a program
)
