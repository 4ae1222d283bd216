package snippet

import "strings"

// What is known of R, by name. A function is listed if nothing that it can be
// given as data makes it do more than compute, print or draw: none that takes a
// text for code or for the name of a function, a class that a value shall have
// (its way of being printed may start a viewer), a connection or a path. Those
// that do have a rule of their own (rSignature, special).

const (
	// rAny take any value; those of the second list any number of them.
	rAny = `abs sqrt exp log log2 log10 log1p expm1 sin cos tan asin acos atan atan2 sinh cosh tanh floor ceiling trunc round signif sign gamma lgamma beta choose factorial
		cumsum cumprod cummax cummin mean median var sd mad IQR quantile fivenum range cor cov dist scale diff weighted.mean zapsmall cut findInterval tabulate rowSums colSums rowMeans colMeans
		nchar substr substring strsplit gsub sub grepl grep regexpr gregexpr regmatches trimws startsWith endsWith toupper tolower chartr sprintf format formatC prettyNum toString sQuote dQuote shQuote
		rev sort rank unique duplicated which which.max which.min prop.table proportions is.na is.numeric is.character is.logical is.factor is.data.frame is.list is.matrix is.nan is.finite is.infinite
		complete.cases anyNA xor isTRUE isFALSE identical all.equal nrow ncol NROW NCOL dim length names colnames rownames levels nlevels head tail inherits class typeof mode
		numeric character logical integer as.numeric as.integer as.double as.character as.logical as.factor as.Date as.POSIXct as.POSIXlt factor Sys.Date Sys.time date strftime strptime difftime
		weekdays months quarters julian ISOdate ISOdatetime setdiff union intersect is.element match matrix array diag t crossprod solve det eigen svd qr chol lengths
		set.seed sample runif rnorm rbinom rpois rexp rgamma rbeta rt rchisq dnorm pnorm qnorm dbinom pbinom qbinom dpois ppois qpois dunif punif dexp pexp pt qt dt pchisq qchisq pf qf p.adjust pgamma qgamma dgamma pbeta qbeta dbeta rbeta pweibull qweibull dweibull rweibull pgeom qgeom dgeom rgeom plnorm qlnorm dlnorm rlnorm pnbinom qnbinom dnbinom rnbinom phyper qhyper dhyper rhyper rmultinom dmultinom rlogis plogis qlogis dlogis
		bitwAnd bitwOr bitwXor strtoi utf8ToInt intToUtf8 make.names make.unique abbreviate rle inverse.rle fft convolve polyroot approx spline lowess max.col rowsum
		seq seq_len seq_along rep rep_len nlevels object.size Sys.getpid R.Version proc.time getwd commandArgs interactive Sys.info Sys.sleep basename dirname
		stem rgb rainbow heat.colors hcl.colors terrain.colors topo.colors colors gray grey adjustcolor col2rgb kmeans cutree cmdscale mahalanobis tolower stderr stdout flush.console
		detectCores file_ext file_path_sans_ext toTitleCase ppoints tabulate rawToChar charToRaw as.hexmode as.octmode numeric_version`
	rAnyNumber = "paste paste0 file.path sum prod max min any all order table message warning stop stopifnot data.frame interaction"
	// rOne take one value without a name, or two.
	rOne = "is.function nlevels dev.off graphics.off dev.cur addmargins"
	// rBare take nothing that would say where to look.
	rBare = "sessionInfo installed.packages .libPaths"
	// rCertain take data that is certain, as they would make a list of a function,
	// or give it back as it is.
	rCertain       = "na.omit unlist lag ts window embed merge split droplevels noquote unclass as.vector as.matrix as.data.frame stack setNames as.list unsplit is.environment"
	rCertainNumber = "pmin pmax ifelse cbind rbind c list expand.grid switch"
	// rModelling take a formula; those of the second list data as well.
	rModelling      = "lm aov nls loess glm"
	rWithoutFormula = "t.test wilcox.test kruskal.test chisq.test shapiro.test cor.test var.test binom.test prop.test fisher.test prcomp princomp density hclust stl arima HoltWinters"
	rFormulas       = "xtabs ftable"
	rOfModel        = `coef coefficients residuals resid fitted fitted.values predict anova AIC BIC logLik deviance nobs vcov confint TukeyHSD cooks.distance hatvalues rstandard str conditionMessage is.null df.residual sigma`
	rSameModel      = "print summary"
	rDraws          = "acf pacf hist legend axis title mtext pie polygon segments rect arrows grid box par layout matplot image contour persp rug plot.new plot.window qqnorm"
	rDrawsModel     = "plot lines points abline boxplot barplot pairs stripchart biplot mosaicplot text"
	rSpecial        = `suppressWarnings suppressMessages suppressPackageStartupMessages invisible system.time return library require data requireNamespace quit q options Sys.getenv try local tryCatch
		replicate transform do.call cat vector attr structure curve list.files dir Sys.glob unlink save source capture.output`
	rFreeNames = "c list data.frame cbind rbind expand.grid switch"

	// rArguments are names of arguments that none of these functions takes for
	// more than data. R takes the beginning of a name for the name, so names that
	// begin one of those (file, FUN, class, con, panel) are missing.
	rArguments = `na.rm probs digits header sep dec quote skip nrows nrow ncol byrow dimnames data x y z n size replace prob mean sd min max lambda rate shape shape1 shape2 scale df df1 df2 lower.tail log.p
		decreasing by from to length.out along.with times each labels levels right include.lowest breaks plot main sub xlab ylab xlim ylim zlim col border lty lwd pch cex cex.axis cex.lab cex.main las type bty bg fg
		legend horiz horizontal beside names.arg names density angle at side line outer adj srt axes ann add asp log h v a b mfrow mfcol mar oma mgp xpd pos offset font
		width height units res pointsize stringsAsFactors row.names col.names check.names comment.char fill na.strings as.is strip.white colClasses encoding blank.lines.skip text append
		collapse simplify USE.NAMES FUN.VALUE drop exact perl fixed ignore.case useBytes value all all.x all.y by.x by.y suffixes sort unsplit recursive use.names
		subset weights start control newdata interval level se.fit conf.level alternative mu paired var.equal correct method use scale. center rank. centers nstart iter.max trace
		big.mark nsmall format flag justify scientific drop0trailing origin tz units tolerance margin k lag.max differences frequency end deltat order lwd.ticks tick freq probability right na.last ties.method
		na.action family max.level give.attr vec.len trim which split levels exclude useNA dnn deparse.level nchar quiet what n.max nmax trailingOnly rownames accumulate init length
		upper lower tol hessian maxiter call. domain immediate. appendLF keep.names alpha lend theta phi shade horiz space inset title ncol seg.len pt.cex warn stringsAsFactors nlevels bw adjust kernel`
)

// rSpec is what a function of R is, see listed; "" for what is not known.
func rSpec(name string) string {
	for _, l := range [...]struct{ words, spec string }{
		{rAny, "v"}, {rAnyNumber, "v*"}, {rOne, "v2"}, {rBare, "v0"}, {"packageVersion", "v1"}, {rCertain, "l"}, {rCertainNumber, "l*"}, {rModelling, "m2"}, {rWithoutFormula, "m"}, {rFormulas, "f2"}, {rOfModel, "s"}, {rSameModel, "S2"},
		{rDraws, "g"}, {rDrawsModel, "G"}, {rSpecial, "x"},
	} {
		if listWords(l.words, name) {
			if name == "glm" || name == "qqnorm" || name == "pairs" || name == "as.vector" {
				return l.spec[:1] + "1"
			}
			return l.spec
		}
	}
	if rSignature(name) != "" {
		return "x"
	}
	return ""
}

// rConstant lists values that R has under a name.
func rConstant(name string) bool {
	return listWords(`T F pi letters LETTERS month.name month.abb R.version.string R.version .Machine .Platform iris mtcars airquality ToothGrowth PlantGrowth women cars faithful esoph InsectSprays warpbreaks
		sleep swiss trees USArrests quakes precip rivers volcano Titanic HairEyeColor UCBAdmissions AirPassengers Nile co2 nottem diamonds longley stackloss attitude infert chickwts morley pressure`, name)
}

// rNoColumn lists names that are no columns but functions that nobody shall have
// as a value.
func rNoColumn(name string) bool {
	return name != "." && strings.HasPrefix(name, ".") || strings.Contains(name, "::") || rSpec(name) == "x" || listWords(`system system2 shell eval evalq parse get get0 mget assign sys.function match.fun unlink quit file url pipe fifo gzfile
		Sys.setenv Sys.chmod readRDS load attach environment globalenv baseenv emptyenv topenv body formals quote bquote substitute expression call as.call as.name as.symbol str2lang str2expression deparse dget dput dump
		download.file install.packages browseURL Recall on.exit setwd sink socketConnection new setClass setMethod UseMethod NextMethod`, name)
}

// rReplaces lists functions that may stand on the left of an assignment. For
// names(x) <- v R calls `names<-`. No program can put its own function there:
// such a name is no token in backquotes, and a text is no target of an
// assignment here.
func rReplaces(name string) bool {
	return listWords("names colnames rownames row.names levels dim dimnames diag is.na substr length", name)
}

// rModelField lists parts of models, tests and conditions that are plain data.
func rModelField(name string) bool {
	return listWords(`coefficients coef residuals fitted.values r.squared adj.r.squared sigma df p.value statistic parameter estimate conf.int null.value stderr alternative deviance aic null.deviance fstatistic
		df.residual df.null rank value abs.error root f.root iter convergence message sdev rotation center scale x y bw merge height labels importance loglik sigma2 nobs`, name)
}

// rPackage lists packages that come with R and bring nothing that runs when they
// are loaded; their functions are known by their bare names.
//
// They are attached when R starts (?Startup, R_DEFAULT_PACKAGES), so that
// library() of one changes nothing. Loading any other runs its .onLoad and
// .onAttach, and where it is found depends on R_LIBS and the profile of the
// user.
func rPackage(name string) bool {
	return listWords("base stats utils graphics grDevices datasets methods", name)
}

// rMembers lists functions of other packages.
//
// They belong to packages that come with R as well, but are not attached, so
// they are known with their package only.
const rMembers = "parallel::detectCores tools::file_ext tools::file_path_sans_ext tools::toTitleCase"

// rDevice lists functions that open a graphics device on a file. Whatever is
// drawn afterwards goes there; without one Rscript draws to Rplots.pdf
// (?Devices).
func rDevice(name string) bool {
	return listWords("pdf svg png jpeg tiff bmp cairo_pdf", name)
}

// rTool lists functions that work on the package or document at hand.
//
// They run code of the folder by design: tests, examples, vignettes, the
// package itself. So they are stated as code and not looked into.
func rTool(name string) bool {
	if rest, ok := strings.CutPrefix(name, "lintr::"); ok && strings.HasSuffix(rest, "_linter") {
		return true
	}
	return listWords(`devtools::test devtools::document devtools::check devtools::load_all devtools::lint devtools::test_coverage testthat::test_local testthat::test_dir testthat::test_file
		roxygen2::roxygenise roxygen2::roxygenize lintr::lint lintr::lint_dir lintr::lint_package lintr::linters_with_defaults lintr::with_defaults styler::style_pkg styler::style_dir styler::style_file
		rmarkdown::render covr::package_coverage pkgload::load_all knitr::knit pkgdown::build_site`, name)
}
